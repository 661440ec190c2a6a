export * from './brazil.errors.ts';
export * from './email.ts';
export * from './phone.ts';
export * from './state.ts';
export * from './tax-number.ts';
