const number = (name: string, byDefault: number): number => Number(process.env[name] ?? byDefault);

/** `npm run attack` attacks longer. */
export const seconds = number('ATTACK_SECONDS', 1.5);
const isLong = seconds >= 30;
/** In a few seconds there are too few requests for a p99: its value is that of the second or third slowest. */
export const quantile = isLong ? 0.99 : 0.95;
/**
 * Latency below this is no fault: a few seconds measure what else the machine does. The long form has seven times as many
 * connections. With RATE_LIMIT=0 their company uses all the CPU that it is given.
 */
export const minLimitMs = isLong ? 250 : 100;
export const maxMegabytes = isLong ? 500 : 400;
export const connections = number('ATTACK_CONNECTIONS', 300);
