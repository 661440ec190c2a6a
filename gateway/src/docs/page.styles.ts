const mark = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#0f6e56"/><path d="M10 24V8h7a5 5 0 0 1 1 9.9L23 24h-4l-4.5-6H13v6z" fill="#fff"/></svg>`;

export const icon = `data:image/svg+xml,${encodeURIComponent(mark)}`;

export const styles = `
:root { --scalar-font: system-ui, sans-serif; --scalar-font-code: ui-monospace, monospace; --scalar-radius: 6px; }
/* Status codes in one line. */
.scalar-app .markdown th:first-child, .scalar-app .markdown td:first-child { white-space: nowrap; width: 1%; }
/* A section that a link leads to has the focus. */
.scalar-app .section:focus, .scalar-app .section-container:focus, .scalar-app [tabindex="-1"]:focus { outline: none; }
/* The buttons above an operation are wider than a phone. So is the body of a request, which would push "Enviar" out of sight. */
.scalar-app .operation-auth { flex-wrap: wrap; }
[role=dialog] * { min-width: 0; }
[role=dialog] .cm-editor { max-width: calc(100vw - 24px); }
/* There is one kind of authentication: the choice would only cover its title. */
.group\\/combobox-button[aria-describedby] { display: none; }
.light-mode { --scalar-color-accent: #0f6e56; --scalar-background-accent: #0f6e5614; }
.dark-mode { --scalar-color-accent: #4cc9a4; --scalar-background-accent: #4cc9a41f; }
`;
