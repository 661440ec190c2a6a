/** `20.000`, as a message in Portuguese shows it. */
export const formatNumber = (value: number): string => value.toLocaleString('pt-BR');
