export { invalidEstado } from './brazil.errors.ts';
export { email } from './email.ts';
export { phone } from './phone.ts';
export { estado } from './state.ts';
export { cnpj, cnpjOrCpf } from './tax-number.ts';
