/** Drawings are placed below each other. */
export interface Drawing {
  height: number;
  body: string;
}

export const width = 960;

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

interface TextOptions {
  anchor?: 'start' | 'middle' | 'end';
  kind?: 'title' | 'label' | 'faint';
}

export const text = (
  x: number,
  y: number,
  content: string,
  { anchor = 'start', kind = 'label' }: TextOptions = {},
): string =>
  `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" text-anchor="${anchor}" class="${kind}">${escaped(content)}</text>`;

export const bar = (x: number, y: number, length: number, height: number, color: number): string =>
  `<rect x="${x.toFixed(1)}" y="${y.toFixed(1)}" width="${Math.max(0, length).toFixed(1)}" height="${height}" class="c${color}"/>`;

export const rule = (x1: number, y1: number, x2: number, y2: number): string =>
  `<line x1="${x1.toFixed(1)}" y1="${y1.toFixed(1)}" x2="${x2.toFixed(1)}" y2="${y2.toFixed(1)}" class="rule"/>`;

export const curve = (points: readonly (readonly [number, number])[], color: number): string => {
  const path = points.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ');
  const dots = points.map(([x, y]) => `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="3" class="c${color}"/>`);
  return `<polyline points="${path}" class="l${color}"/>${dots.join('')}`;
};

export const legend = (names: readonly string[], y: number): string => {
  let x = 0;
  return names
    .map((name, color) => {
      const item = bar(x, y - 10, 12, 12, color) + text(x + 18, y, name);
      x += 34 + name.length * 7;
      return item;
    })
    .join('');
};

/** For light and for dark pages. Colour-blind readers can tell most of them apart. */
const light = ['#0b62c4', '#c2570c', '#4d7c0f', '#7c3aed', '#be185d', '#0f766e', '#92700c', '#64748b'];
const dark = ['#58a6ff', '#f0883e', '#8bc34a', '#b392f0', '#f778ba', '#3fc1b0', '#d9b13b', '#94a3b8'];

const colors = (palette: readonly string[]): string =>
  palette.map((color, i) => `.c${i}{fill:${color}}.l${i}{stroke:${color}}`).join('');

const theme = (ink: string, faint: string, line: string, palette: readonly string[]): string =>
  `.title,.label{fill:${ink}}.faint{fill:${faint}}.rule{stroke:${line}}${colors(palette)}`;

const style = `<style>
text{font:12px system-ui,-apple-system,"Segoe UI",sans-serif}.title{font-weight:600;font-size:15px}.faint{font-size:11px}
polyline{fill:none;stroke-width:2}.rule{stroke-width:1}
${theme('#1f2328', '#59636e', '#d1d9e0', light)}
@media (prefers-color-scheme:dark){${theme('#e6edf3', '#9198a1', '#3d444d', dark)}}
</style>`;

export const compose = (drawings: readonly Drawing[]): string => {
  let y = 0;
  const placed = drawings.map(({ height, body }) => {
    const group = `<g transform="translate(0,${y})">${body}</g>`;
    y += height + 28;
    return group;
  });
  const box = `viewBox="-12 -20 ${width + 24} ${y + 8}" width="${width + 24}" height="${y + 8}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${box} role="img"><title>The benchmark of Representa</title>${style}\n${placed.join('\n')}\n</svg>\n`;
};
