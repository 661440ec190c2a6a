// Splits rendered manifests for tools that apply folders one after the other, such as Flux:
//
//   kubectl kustomize deploy/overlays/production >all.yaml && node deploy/split-manifests.mjs all.yaml folder
//
// before: what the processes need, with the migrations
// services: sales, catalog and clients
// gateway: the gateway, which needs services of its own release; and the backup, whose volume may stay pending until the first
//   night, so it is in the last folder, for which no other one waits
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';

const [source, folder] = process.argv.slice(2);
const objects = parseAllDocuments(readFileSync(source, 'utf8'));
const folderOf = (object) => {
  const component = object.getIn(['metadata', 'labels', 'app.kubernetes.io/component']);
  if (component === 'backup') return 'gateway';
  if (component !== 'process') return 'before';
  return object.getIn(['metadata', 'name']) === 'gateway' ? 'gateway' : 'services';
};
for (const name of ['before', 'services', 'gateway']) {
  const documents = objects.filter((one) => folderOf(one) === name);
  mkdirSync(join(folder, name), { recursive: true });
  writeFileSync(
    join(folder, name, 'all.yaml'),
    documents.map((one) => String(one).replace(/^---\n/, '')).join('---\n'),
  );
  writeFileSync(
    join(folder, name, 'kustomization.yaml'),
    'apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nresources:\n  - all.yaml\n',
  );
}
