import { scenarios, titles } from '../cells.ts';
import type { Curve } from '../growth.ts';
import { type CellResult, findCell, type Results } from '../results.ts';
import { millis, whole } from './columns.ts';
import { bar, compose, curve, type Drawing, legend, rule, text, width } from './svg.ts';

const labelWidth = 250;
const barHeight = 11;
const targets = ['product', 'baseline', 'pgbench'] as const;

const throughputChart = (results: Results): Drawing => {
  const shown = scenarios.filter((scenario) => findCell(results, 'product', scenario));
  const max = Math.max(
    ...results.cells.filter(({ target }) => targets.some((one) => one === target)).map(({ rps }) => rps),
  );
  const scale = (width - labelWidth - 80) / max;
  let y = 50;
  const body = shown.map((scenario) => {
    const found = targets.flatMap((target, color) => {
      const cell = findCell(results, target, scenario);
      return cell ? [{ cell, color }] : [];
    });
    const bars = found.map(({ cell, color }, i) => {
      const at = y + i * (barHeight + 3);
      return (
        bar(labelWidth, at, cell.rps * scale, barHeight, color) +
        text(labelWidth + cell.rps * scale + 6, at + 10, whole(cell.rps), { kind: 'faint' })
      );
    });
    const label = text(labelWidth - 10, y + 10, titles[scenario] ?? scenario, { anchor: 'end' });
    y += found.length * (barHeight + 3) + 10;
    return label + bars.join('');
  });
  const head =
    text(0, 0, 'Requests per second (more is better)', { kind: 'title' }) +
    legend(['Representa', 'baseline', 'PostgreSQL alone (pgbench)'], 26);
  return { height: y, body: head + body.join('') };
};

const groups = ['gateway', 'sales', 'clients', 'catalog', 'nats', 'redis', 'postgres', 'baseline'];
const groupNames = ['gateway', 'sales', 'clients', 'catalog', 'NATS', 'Redis', 'PostgreSQL', 'baseline'];

const cpuChart = (results: Results): Drawing => {
  const cells = results.cells.filter(({ target }) => target === 'product' || target === 'baseline');
  const total = ({ cpu }: CellResult): number => groups.reduce((sum, name) => sum + (cpu[name] ?? 0), 0);
  const scale = (width - labelWidth - 80) / Math.max(...cells.map(total));
  let y = 50;
  const body = cells.map((cell) => {
    let x = labelWidth;
    const parts = groups.map((name, color) => {
      const length = (cell.cpu[name] ?? 0) * scale;
      const part = bar(x, y, length, barHeight, color);
      x += length;
      return part;
    });
    const isProduct = cell.target === 'product';
    const label = text(labelWidth - 10, y + 10, isProduct ? (titles[cell.scenario] ?? cell.scenario) : 'baseline', {
      anchor: 'end',
      kind: isProduct ? 'label' : 'faint',
    });
    const number = text(x + 6, y + 10, `${whole(total(cell))} µs`, { kind: 'faint' });
    y += barHeight + (isProduct ? 3 : 12);
    return label + parts.join('') + number;
  });
  const head = text(0, 0, 'CPU per request, by process (less is better)', { kind: 'title' }) + legend(groupNames, 26);
  return { height: y, body: head + body.join('') };
};

const panelWidth = 220;
const panelHeight = 130;

/** One operation: its median latency by size, on a logarithmic axis. */
const panel = ({ operation, points }: Curve, left: number, top: number): string => {
  const sizes = points.map(({ size }) => Math.log10(size));
  const [from, to] = [Math.min(...sizes), Math.max(...sizes)];
  const max = Math.max(...points.map(({ latency }) => latency.p50)) * 1.25;
  const x = (size: number): number => left + 20 + ((Math.log10(size) - from) / (to - from || 1)) * (panelWidth - 60);
  const y = (latency: number): number => top + panelHeight - (latency / max) * (panelHeight - 30);
  const at = points.map(({ size, latency }) => [x(size), y(latency.p50)] as const);
  const labels = points.map(
    ({ size, latency }) =>
      text(x(size), y(latency.p50) - 8, millis(latency.p50), { anchor: 'middle', kind: 'faint' }) +
      text(
        x(size),
        top + panelHeight + 15,
        size >= 1_000_000 ? `${size / 1_000_000}M` : size >= 1_000 ? `${size / 1_000}k` : String(size),
        { anchor: 'middle', kind: 'faint' },
      ),
  );
  return (
    text(left, top + 8, operation) +
    rule(left, top + panelHeight, left + panelWidth - 10, top + panelHeight) +
    curve(at, 0) +
    labels.join('')
  );
};

const growthChart = (title: string, curves: readonly Curve[]): Drawing => {
  const perRow = 4;
  const drawn = curves.filter(({ points }) => points.length > 0);
  const panels = drawn.map((one, i) =>
    panel(one, (i % perRow) * (panelWidth + 20), 24 + Math.floor(i / perRow) * (panelHeight + 50)),
  );
  return {
    height: 24 + Math.ceil(drawn.length / perRow) * (panelHeight + 50),
    body: text(0, 0, title, { kind: 'title' }) + panels.join(''),
  };
};

export const charts = (results: Results): string => {
  const drawings = results.cells.length > 0 ? [throughputChart(results), cpuChart(results)] : [];
  if (results.growth.length > 0)
    drawings.push(growthChart('Median latency in ms by sales and clients of one company', results.growth));
  return compose(drawings);
};
