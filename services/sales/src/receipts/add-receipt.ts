import type { EmpresaCall } from '@representa/service-kit';
import { saleNotFound } from '../sales/sales.errors.ts';
import { todayOf } from '../today.ts';
import type { ReceiptsRepository } from './receipts.repository.ts';
import type { NewReceipt, Receipt } from './receipts.schemas.ts';

interface Dependencies {
  receipts: Pick<ReceiptsRepository, 'create'>;
  now: () => Date;
}

export type AddReceipt = (call: EmpresaCall, saleId: string, receipt: NewReceipt) => Promise<Receipt>;

export const makeAddReceipt =
  ({ receipts, now }: Dependencies): AddReceipt =>
  async (call, saleId, receipt) => {
    const data = receipt.data ?? todayOf(call, now());
    const created = await receipts.create(call, saleId, { ...receipt, data });
    if (!created) throw saleNotFound();
    return created;
  };
