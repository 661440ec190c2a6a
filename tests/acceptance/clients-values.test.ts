import { describe, expect, test } from 'vitest';
import { a, b } from './api.ts';
import { punctuated, randomAlphanumericCnpj, randomCnpj, withWrongDigit } from './documents.ts';
import { expectError, expectIssue, fieldErrors } from './expectations.ts';
import { type Client, clientBody, createClient, word } from './records.ts';

const fieldsRefused = async (changes: object): Promise<string[]> =>
  Object.keys(fieldErrors(await a.post('/clients', clientBody(changes))));

describe('telefone', () => {
  test.each([
    ['(11) 98765-4321', '+5511987654321'],
    ['11987654321', '+5511987654321'],
    ['11 98765 4321', '+5511987654321'],
    ['+55 11 98765-4321', '+5511987654321'],
    ['+5511987654321', '+5511987654321'],
    ['5511987654321', '+5511987654321'],
    ['+55 (11) 98765-4321', '+5511987654321'],
    ['(11) 3456-7890', '+551134567890'],
    ['1134567890', '+551134567890'],
    ['551134567890', '+551134567890'],
    // 55 is also the area code of a part of Rio Grande do Sul.
    ['(55) 98765-4321', '+5555987654321'],
    ['55987654321', '+5555987654321'],
    ['5534567890', '+555534567890'],
    ['5555987654321', '+5555987654321'],
    ['+351 912 345 678', '+351912345678'],
    ['+1 212 555 2368', '+12125552368'],
  ])('[PHONE-01] %s is stored as %s', async (telefone, kept) => {
    expect((await createClient({ telefone })).telefone).toBe(kept);
  });

  test.each([
    'abc',
    '',
    '   ',
    '123',
    '98765-4321',
    '+',
    '+55',
    '+5511',
    '119876543211234567',
    '---',
    'ligue para mim',
  ])('[PHONE-02] %j is refused', async (telefone) => {
    expect(await fieldsRefused({ telefone })).toEqual(['telefone']);
  });

  test('[PHONE-03] an update normalises and refuses in the same way', async () => {
    const { id } = await createClient();
    const reply = await a.put<Client>(`/clients/${id}`, { telefone: '(21) 2345-6789' });
    expect(reply.json.data.telefone).toBe('+552123456789');
    expectIssue(await a.put(`/clients/${id}`, { telefone: 'abc' }), 'telefone');
  });
});

describe('cnpj_cpf', () => {
  test.each([
    ['529.982.247-25', '52998224725'],
    ['52998224725', '52998224725'],
    ['11.222.333/0001-81', '11222333000181'],
    ['11222333000181', '11222333000181'],
    ['12.ABC.345/01DE-35', '12ABC34501DE35'],
    ['12abc34501de35', '12ABC34501DE35'],
  ])('[DOC-01] %s is stored as %s', async (cnpj_cpf, kept) => {
    expect((await createClient({ cnpj_cpf })).cnpj_cpf).toBe(kept);
  });

  test('[DOC-02] random numbers are accepted with the right check digits, and refused with a wrong one', async () => {
    for (const cnpj of [randomCnpj(), randomCnpj(), randomAlphanumericCnpj(), randomAlphanumericCnpj()]) {
      expect((await createClient({ cnpj_cpf: punctuated(cnpj).toLowerCase() })).cnpj_cpf).toBe(cnpj);
      expect(await fieldsRefused({ cnpj_cpf: withWrongDigit(cnpj) })).toEqual(['cnpj_cpf']);
    }
  });

  test.each([
    ...['529.982.247-24', '52998224735', '11.222.333/0001-82', '12ABC34501DE36', '12.ABC.345/01DE-53'],
    ...['11111111111', '000.000.000-00', '00000000000000', '11111111111111', 'AAAAAAAAAAAAAA'],
    ...['123', '5299822472', '529982247255', '112223330001811', '12ABC34501DEAB', 'abc', '５２９９８２２４７２５'],
  ])('[DOC-03] %s is refused', async (cnpj_cpf) => {
    expect(await fieldsRefused({ cnpj_cpf })).toEqual(['cnpj_cpf']);
  });

  test('[DOC-04] an update normalises and refuses in the same way; two clients may have the same number', async () => {
    const [one, other] = await Promise.all([createClient({ cnpj_cpf: '11222333000181' }), createClient()]);
    const reply = await a.put<Client>(`/clients/${other.id}`, { cnpj_cpf: '11.222.333/0001-81' });
    expect(reply.json.data.cnpj_cpf).toBe(one.cnpj_cpf);
    expectIssue(await a.put(`/clients/${other.id}`, { cnpj_cpf: '11222333000180' }), 'cnpj_cpf');
  });
});

describe('email', () => {
  test.each([
    'abc',
    'a@',
    '@exemplo.com',
    'a b@exemplo.com',
    'a@exemplo..com',
    'a@@exemplo.com',
    'a@exemplo.com, b@exemplo.com',
  ])('[EMAIL-01] %s is `Formato de email inválido`', async (email) => {
    const reply = await a.post('/clients', clientBody({ email }));
    expect(fieldErrors(reply)).toEqual({ email: 'Formato de email inválido' });
  });

  test('[EMAIL-02] is stored as sent, trimmed', async () => {
    const email = `Ana.Souza+${word()}@Sub.Exemplo.com.BR`;
    expect((await createClient({ email: `  ${email} ` })).email).toBe(email);
  });

  test('[EMAIL-03] is unique in the system, ignoring case, across companies', async () => {
    const { email } = await createClient({ email: `Ana-${word()}@exemplo.com` });
    for (const taken of [email, email.toUpperCase(), ` ${email.toLowerCase()} `]) {
      for (const api of [a, b]) {
        expectError(
          await api.post('/clients', clientBody({ email: taken, codigo: word() })),
          409,
          'Email já cadastrado no sistema',
        );
      }
    }
  });

  test('[EMAIL-04] an update refuses a taken email, and accepts its own in another case', async () => {
    const [one, other] = await Promise.all([createClient(), createClient()]);
    const taken = await a.put(`/clients/${other.id}`, { email: one.email.toUpperCase() });
    expectError(taken, 409, 'Email já cadastrado no sistema');
    const own = await a.put<Client>(`/clients/${one.id}`, { email: one.email.toUpperCase() });
    expect(own.json.data.email).toBe(one.email.toUpperCase());
  });
});

describe('estado', () => {
  test.each([
    ['SP', 'SP'],
    ['sp', 'SP'],
    ['rJ', 'RJ'],
    ['XX', 'XX'],
  ])('[STATE-01] %s is stored as %s', async (estado, kept) => {
    expect((await createClient({ estado })).estado).toBe(kept);
  });

  test.each(['S', 'SPA', 'São Paulo', 'S1', '12', 'S-', ''])(
    '[STATE-02] %j as the only error has its own message',
    async (estado) => {
      const reply = await a.post('/clients', clientBody({ estado }));
      expectError(reply, 400, 'Estado inválido. Use sigla com 2 letras (ex: SP, RJ)');
    },
  );

  test('[STATE-03] an update stores upper case, and refuses anything but two letters', async () => {
    const { id } = await createClient();
    expect((await a.put<Client>(`/clients/${id}`, { estado: 'mg' })).json.data.estado).toBe('MG');
    expectIssue(await a.put(`/clients/${id}`, { estado: 'Minas' }), 'estado');
  });
});
