import { errorsPath, faults, problems } from '@representa/contracts';
import { type CachedReply, makeCachedReply } from './cached-reply.ts';
import { errorsPage as words } from './docs.words.ts';
import { icon } from './page.ts';

const styles = `
body { font: 15px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #1b1b1b; background: #fff; }
a { color: #0f6e56; }
code { font-family: ui-monospace, monospace; overflow-wrap: anywhere; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: .3rem .6rem .3rem 0; border-bottom: 1px solid #ddd; }
:target { background: #0f6e5622; }
pre { overflow-x: auto; padding: .8rem; background: #f5f5f5; }
@media (prefers-color-scheme: dark) {
  body { color: #e7e7e7; background: #16181a; }
  a { color: #4cc9a4; }
  th, td { border-color: #3a3d40; }
  pre { background: #202326; }
}
`;

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (character) => entities[character] as string);

const row = (code: string, ...cells: string[]): string =>
  `<tr id="${code}"><td><a href="#${code}"><code>${code}</code></a></td>${cells.map((cell) => `<td>${escaped(cell)}</td>`).join('')}</tr>`;

const table = (headings: readonly string[], rows: readonly string[]): string =>
  `<table><thead><tr>${headings.map((one) => `<th>${one}</th>`).join('')}</tr></thead><tbody>\n${rows.join('\n')}\n</tbody></table>`;

const example = {
  type: `${errorsPath}#sale.pedido_taken`,
  title: problems['sale.pedido_taken'][1],
  status: problems['sale.pedido_taken'][0],
  detail: problems['sale.pedido_taken'][1],
  codigo: 'sale.pedido_taken',
  request_id: '01990c3e-7a10-7c3b-9d1f-0a1b2c3d4e5f',
  errors: [],
};

/** Where the `type` of an error leads: every code with its status and its sentence. */
export const makeErrorsPage = (): CachedReply => {
  const html = `<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<title>${words.title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="${icon}">
<style>${styles}</style>
</head>
<body>
<p><a href="/docs">${words.back}</a></p>
<h1>${words.heading}</h1>
${words.introduction}
<pre><code>${escaped(JSON.stringify(example, null, 2))}</code></pre>
${words.members}
<h2>${words.problems}</h2>
${table(
  words.problemColumns,
  Object.entries(problems).map(([code, [status, title]]) => row(code, String(status), title)),
)}
<h2>${words.faults}</h2>
${words.aboutFaults}
${table(
  words.faultColumns,
  Object.entries(faults).map(([code, sentence]) => row(code, sentence)),
)}
</body>
</html>
`;
  return makeCachedReply(html, {
    type: 'text/html; charset=utf-8',
    cacheControl: 'public, max-age=60',
    headers: {
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      'referrer-policy': 'no-referrer',
    },
  });
};
