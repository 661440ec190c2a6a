export const invalidCnpj = 'CNPJ inválido';
export const invalidCnpjOrCpf = 'CNPJ ou CPF inválido';
export const invalidEmail = 'Formato de email inválido';
export const invalidEstado = 'Estado inválido. Use sigla com 2 letras (ex: SP, RJ)';
export const invalidPhone = 'Telefone inválido. Use DDD e número (ex: (11) 98765-4321)';
