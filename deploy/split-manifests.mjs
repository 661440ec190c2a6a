// Splits rendered manifests for tools that apply folders one after the other, such as Flux:
//
//   kubectl kustomize deploy/overlays/production >all.yaml && node deploy/split-manifests.mjs all.yaml folder
//
// folder/before has what the processes need, with the migrations; folder/processes has the processes.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';

const [source, folder] = process.argv.slice(2);
const objects = parseAllDocuments(readFileSync(source, 'utf8'));
const isProcess = (object) => object.getIn(['metadata', 'labels', 'app.kubernetes.io/component']) === 'process';
const parts = { before: objects.filter((one) => !isProcess(one)), processes: objects.filter(isProcess) };
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
