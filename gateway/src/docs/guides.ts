import changes from './guides/changes.md';
import commissions from './guides/commissions.md';
import errors from './guides/errors.md';
import files from './guides/files.md';
import firstSale from './guides/first-sale.md';
import lists from './guides/lists.md';
import manners from './guides/manners.md';
import reconciliation from './guides/reconciliation.md';

/** The heading of a file is the guide's name, under which the page lists it. */
const readGuide = (text: string) => {
  const [, name = '', description = ''] = /^# (.+)\n+([\s\S]*)$/.exec(text) ?? [];
  return { name, description };
};

/** In the order in which the page shows them, after the operations: as tags, which have no operations. */
export const guides = [firstSale, lists, errors, commissions, reconciliation, files, changes, manners].map(readGuide);

/** Where the page shows a guide. */
const anchorOf = (name: string): string =>
  `#tag/${name
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} ]/gu, '')
    .replaceAll(' ', '-')}`;

/** For the introduction: a link to each guide. */
export const guideLinks = guides.map(({ name }) => `[${name.replace('Guia: ', '')}](${anchorOf(name)})`).join(' · ');
