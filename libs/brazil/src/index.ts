export { invalidEstado } from './brazil.errors.ts';
export { email, estado, phone, writtenPhone } from './contact.ts';
export { cnpj, cnpjOrCpf } from './tax-number.ts';
