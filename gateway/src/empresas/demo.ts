import { demoEmpresa, exampleIds } from '@representa/contracts/demo';
import { hashOf } from '../authentication/api-key.ts';

/** The companies that a development system starts with. Their keys are public, so production refuses them. */
export const demoEmpresas = [
  { id: '01900000-0000-7000-8000-00000000000a', nome: 'Empresa Demo A', ativa: true, key: 'demo-empresa-a' },
  { id: '01900000-0000-7000-8000-00000000000b', nome: 'Empresa Demo B', ativa: true, key: 'demo-empresa-b' },
  {
    id: '01900000-0000-7000-8000-00000000000c',
    nome: 'Empresa Demo Inativa',
    ativa: false,
    key: 'demo-empresa-inativa',
  },
  // The only one with records: those that the examples of the document name.
  { ...demoEmpresa, ativa: true, keyId: exampleIds.key },
].map((empresa) => ({ keyId: undefined, ...empresa, hash: hashOf(empresa.key) }));

/** Further keys of the company with records, which nobody knows: they are there to be rotated and revoked. */
export const furtherDemoKeys = [
  { id: exampleIds.keyToRotate, rotulo: 'Integração com o ERP', escopo: 'write' },
  { id: exampleIds.keyToRevoke, rotulo: 'Planilha antiga', escopo: 'read' },
] as const;

export const demoKeyLabel = 'Demonstração';

export const demoKeys: ReadonlySet<string> = new Set(demoEmpresas.map(({ key }) => key));
