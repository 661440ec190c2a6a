// Exits with 0 when the process in the same container answers /healthz, or the given path, with 2xx.
const { PORT = '3000' } = process.env;
const [path = '/healthz'] = process.argv.slice(2);

try {
  const { ok } = await fetch(`http://127.0.0.1:${PORT}${path}`, { signal: AbortSignal.timeout(2_500) });
  process.exit(ok ? 0 : 1);
} catch {
  process.exit(1);
}
