import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { deployFolder } from './deploy-folder.ts';

const root = join(deployFolder, '..');
const folders = ['{deploy,docs,gateway,libs,services,tests}/**/*', '*'];
const find = (extension: string): string[] =>
  globSync(
    folders.map((folder) => `${folder}.${extension}`),
    { cwd: root, exclude: ['**/node_modules/**', '**/dist/**'] },
  );
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

/** Links and headings in blocks of code are examples. */
const withoutCode = (text: string): string => text.replaceAll(/^```[\s\S]*?^```/gm, '');

/** As GitHub makes them. */
const anchorOf = (heading: string): string =>
  heading
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
    .replaceAll(' ', '-');

const anchorsOf = (path: string): string[] =>
  [...withoutCode(read(path)).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading));

const isDead = (page: string, link: string): boolean => {
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? page : join(dirname(page), path);
  if (!existsSync(join(root, target))) return true;
  return anchor !== undefined && !anchorsOf(target).includes(anchor);
};

it('every relative link leads to a file, and to a heading of it', () => {
  const links = find('md').flatMap((page) =>
    [...withoutCode(read(page)).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => ({ page, link })),
  );
  expect(links.length).toBeGreaterThan(50);
  // The gateway serves what begins with a slash.
  const relative = links.filter(({ link }) => !/^([a-z]+:|\/)/.test(link));
  expect(relative.filter(({ page, link }) => isDead(page, link))).toEqual([]);
});

it('every decision that is cited exists', () => {
  const decisions = [...read('docs/decisions.md').matchAll(/^(\d+)\. /gm)].map(([, number]) => number);
  const cited = ['md', 'ts', 'sql', 'yaml'].flatMap((extension) =>
    find(extension).flatMap((file) =>
      [...read(file).matchAll(/\bdecisions? (\d+)/g)].map(([, number]) => ({ file, number })),
    ),
  );
  expect(cited.length).toBeGreaterThan(50);
  expect(cited.filter(({ number }) => !decisions.includes(number))).toEqual([]);
});
