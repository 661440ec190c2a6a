export { demoEmpresa, demoId, demoPedido, exampleIds } from './ids.ts';
export { demoClients, demoProducts, demoRepresentadas } from './records.ts';
