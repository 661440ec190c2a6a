const number = (name: string, usual: number): number => Number(process.env[name] ?? usual);

/** The long form: `ATTACK_SECONDS=60 ATTACK_CONNECTIONS=2000 npx vitest run --project attack`. */
export const seconds = number('ATTACK_SECONDS', 4);
export const connections = number('ATTACK_CONNECTIONS', 300);
