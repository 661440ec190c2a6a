// Splits rendered manifests for tools that apply folders one after the other, such as Flux:
//
//   kubectl kustomize deploy/overlays/production >all.yaml && node deploy/split-manifests.mjs all.yaml folder
//
// folder/before has what the processes need, with the migrations; folder/processes has the processes and the backup, whose
// volume may stay pending until the first night.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';

const [source, folder] = process.argv.slice(2);
const objects = parseAllDocuments(readFileSync(source, 'utf8'));
const isLater = (object) =>
  ['process', 'backup'].includes(object.getIn(['metadata', 'labels', 'app.kubernetes.io/component']));
const parts = { before: objects.filter((one) => !isLater(one)), processes: objects.filter(isLater) };
for (const [name, documents] of Object.entries(parts)) {
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
