import { hash } from 'node:crypto';
import fastify from 'fastify';
import { type CachedReply, makeCachedReply } from './cached-reply.ts';
import { noScript, pageTitle } from './docs.words.ts';

const mark = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#0f6e56"/><path d="M10 24V8h7a5 5 0 0 1 1 9.9L23 24h-4l-4.5-6H13v6z" fill="#fff"/></svg>`;

export const icon = `data:image/svg+xml,${encodeURIComponent(mark)}`;

const styles = `
:root { --scalar-font: system-ui, sans-serif; --scalar-font-code: ui-monospace, monospace; --scalar-radius: 6px; }
/* Status codes in one line. */
.scalar-app .markdown th:first-child, .scalar-app .markdown td:first-child { white-space: nowrap; width: 1%; }
/* A section that a link leads to has the focus. */
.scalar-app .section:focus, .scalar-app .section-container:focus, .scalar-app [tabindex="-1"]:focus { outline: none; }
/* The buttons above an operation are wider than a phone. So is the body of a request, which would push "Enviar" out of sight. */
.scalar-app .operation-auth { flex-wrap: wrap; }
[role=dialog] * { min-width: 0; }
[role=dialog] .cm-editor { max-width: calc(100vw - 24px); }
/* Where the reply stands below the request, it would be out of sight: once it is there, it comes first. */
@media (max-width: 1279px) {
  [role=dialog] section:has(.response-section-content-body) { order: -1; flex: none; max-height: 60vh; overflow: auto; }
}
/* There is one kind of authentication: the choice would only cover its title. */
.group\\/combobox-button[aria-describedby] { display: none; }
.light-mode { --scalar-color-accent: #0f6e56; --scalar-background-accent: #0f6e5614; }
.dark-mode { --scalar-color-accent: #4cc9a4; --scalar-background-accent: #4cc9a41f; }
`;

export const scriptPath = '/docs/scalar.js';

export interface Page {
  html: CachedReply;
  script: CachedReply;
}

/** Scalar's settings. Nothing is asked of another host: no fonts, no telemetry, no assistant, no proxy. */
const configuration = (demoKey: string | undefined) => ({
  url: '/openapi.json',
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  localization: { locale: 'pt' },
  hideClientButton: true,
  showDeveloperTools: 'never',
  documentDownloadType: 'json',
  orderSchemaPropertiesBy: 'preserve',
  orderRequiredPropertiesFirst: false,
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  authentication: {
    preferredSecurityScheme: 'apiKey',
    ...(demoKey && { securitySchemes: { apiKey: { value: demoKey } } }),
  },
  customCss: styles,
});

/** The plugin has the script inside, and serves it without compression and cache headers. */
const readScript = async (): Promise<string> => {
  const { default: scalar } = await import('@scalar/fastify-api-reference');
  const app = fastify();
  await app.register(scalar, { routePrefix: '/docs', configuration: { url: '/openapi.json' } });
  const { body } = await app.inject('/docs/js/scalar.js');
  await app.close();
  return body.replace(/\n\/\/# sourceMappingURL=.*$/, '');
};

const policyFor = (inlineScript: string): string =>
  [
    "default-src 'none'",
    `script-src 'self' 'sha256-${hash('sha256', inlineScript, 'base64')}'`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

/** Made when it is first asked for: the script has 4 MB. */
export const makePage = async (demoKey: string | undefined): Promise<Page> => {
  const script = await readScript();
  // "</" would end the script element.
  const settings = JSON.stringify(configuration(demoKey)).replaceAll('<', '\\u003c');
  const start = `Scalar.createApiReference('#app', ${settings})`;
  const html = `<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<title>${pageTitle}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="${icon}">
</head>
<body>
<div id="app"></div>
<noscript>${noScript}</noscript>
<script src="${scriptPath}?v=${hash('sha256', script, 'base64url').slice(0, 12)}"></script>
<script>${start}</script>
</body>
</html>
`;
  return {
    html: makeCachedReply(html, {
      type: 'text/html; charset=utf-8',
      cacheControl: 'public, max-age=60',
      headers: {
        'content-security-policy': policyFor(start),
        'referrer-policy': 'no-referrer',
      },
    }),
    script: makeCachedReply(script, {
      type: 'text/javascript; charset=utf-8',
      cacheControl: 'public, max-age=31536000, immutable',
    }),
  };
};
