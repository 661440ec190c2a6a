const number = (name: string, usual: number): number => Number(process.env[name] ?? usual);

/** `npm run attack` attacks longer. */
export const seconds = number('ATTACK_SECONDS', 1.5);
/** In a few seconds there are too few requests for a p99: its value is that of the second or third slowest. */
export const quantile = seconds < 30 ? 0.95 : 0.99;
export const connections = number('ATTACK_CONNECTIONS', 300);
