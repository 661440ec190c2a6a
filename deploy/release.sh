#!/usr/bin/env bash
# Builds a release and, with --push, publishes it. Steps: build, SBOM, smoke test, scan, push, sign, digests, manifests.
#
#   deploy/release.sh 0.2.0          # everything that needs no registry
#   deploy/release.sh 0.2.0 --push   # also pushes and signs, and writes the digests into overlays/production
#
# The result is in release/<version>/. A step whose tool is not installed is skipped, and the end of the output says so;
# with --push it is an error. REGISTRY is where the images go. README.md, "Release", has the whole procedure.
set -euo pipefail
cd "$(dirname "$0")/.."
version=${1:?which version}
push=${2:-}
registry=${REGISTRY:-registry.representa.example/representa}
revision=$(git rev-parse HEAD)
out=release/$version
processes=(gateway sales catalog clients prepare)
skipped=()

step() { echo "== $1" >&2; }
stop() { echo "release stopped: $1" >&2; exit 1; }
has() { # has TOOL STEP: whether the tool is there
  if command -v "$1" >/dev/null; then return 0; fi
  if [ "$push" = --push ]; then stop "$1 is not installed, which \"$2\" needs"; fi
  skipped+=("$2 (no $1)")
  return 1
}

[[ $version =~ ^[0-9]+\.[0-9]+\.[0-9]+$ ]] || stop "$version is no version such as 0.2.0"
[ "$(node -p 'require("./package.json").version')" = "$version" ] || stop 'package.json has another version'
grep -q "^## $version" CHANGELOG.md || stop "CHANGELOG.md has no section $version"
if [ "$push" = --push ] && [ -n "$(git status --porcelain)" ]; then stop 'there are changes without a commit'; fi
mkdir -p "$out"

step SBOM
npm sbom --sbom-format cyclonedx --package-lock-only --omit dev >"$out/sbom.cdx.json"

if has docker build; then
  step build
  for process in "${processes[@]}"; do
    docker build --file deploy/Dockerfile --build-arg "PROCESS=$process" --build-arg "VERSION=$version" \
      --build-arg "REVISION=$revision" --tag "representa/$process:dev" --tag "$registry/$process:$version" .
  done

  step 'smoke test'
  deploy/compose-acceptance.sh

  if has trivy scan; then
    step scan
    for process in "${processes[@]}"; do
      trivy image --exit-code 1 --severity HIGH,CRITICAL --ignore-unfixed "$registry/$process:$version"
    done
  fi
fi

if [ "$push" = --push ]; then
  has cosign sign
  step 'push and sign'
  : >"$out/images.txt"
  for process in "${processes[@]}"; do
    docker push "$registry/$process:$version"
    image=$(docker image inspect --format '{{range .RepoDigests}}{{println .}}{{end}}' "$registry/$process:$version" | grep "^$registry/$process@")
    cosign sign --yes "$image"
    cosign attest --yes --type cyclonedx --predicate "$out/sbom.cdx.json" "$image"
    echo "$image" >>"$out/images.txt"
    # A tag can be moved, a digest cannot. Not by `kustomize edit`, which drops `components:` while all of them are commented out.
    sed -i -E "/name: representa\/$process\$/,+2 { s#newName: .*#newName: ${image%@*}#; s#(newTag|digest): .*#digest: ${image#*@}# }" \
      deploy/overlays/production/kustomization.yaml
  done
fi

if has kubectl manifests; then
  step manifests
  node deploy/split-manifests.mjs <(kubectl kustomize deploy/overlays/production) "$out/manifests"
fi

echo "release $version is in $out" >&2
for one in "${skipped[@]}"; do echo "SKIPPED: $one" >&2; done
