export const info = {
  title: 'Representa · Administração',
  version: '1.0.0',
  summary: 'Empresas e suas chaves, para quem opera a Representa',
  description:
    'Em uma porta própria, nunca na pública. Envie `Authorization: Bearer <ADMIN_TOKEN>`. Toda alteração vale em todos os gateways em até um segundo; se a mensagem se perder, em até 2 segundos; se o Redis também não responder, em até 63 segundos.',
};
export const tokenDescription = 'O valor de `ADMIN_TOKEN`';
export const replyTexts = {
  unauthorized: 'Token ausente ou inválido',
  tooLarge: 'O corpo passa de 1 MiB',
  unsupportedType: 'O corpo não é JSON, ou está comprimido',
  tooManyRequests: 'Tokens inválidos demais deste endereço',
  unavailable: 'O banco de dados não responde',
} as const;
