export { invalidEstado } from './brazil.errors.ts';
export { email, estado, phone } from './contact.ts';
export { cnpj, cnpjOrCpf } from './tax-number.ts';
