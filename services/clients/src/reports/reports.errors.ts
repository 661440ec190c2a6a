export const messages = { wholeFile: 'Um arquivo tem a rota inteira: não use cursor' } as const;
