export const messages = { notStorable: 'Contém caracteres inválidos' } as const;
