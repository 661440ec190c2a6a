#!/usr/bin/env bash
# Builds a release and, with --push, publishes it. Steps: build, smoke test, scan, SBOMs, push, sign, digests, manifests, tag.
#
#   deploy/release.sh 1.0.0          # everything that needs no registry
#   deploy/release.sh 1.0.0 --push   # also pushes and signs, commits the digests in overlays/production, and tags that commit
#
# The result is in release/<version>/. A step whose tool is not installed is skipped, and the end of the output says so;
# with --push it is an error, except for flux. REGISTRY is where the images go. README.md, "Release", has the whole procedure.
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

[[ $version =~ ^[0-9]+\.[0-9]+\.[0-9]+$ ]] || stop "$version is no version such as 1.0.0"
[ "$(node -p 'require("./package.json").version')" = "$version" ] || stop 'package.json has another version'
[ "$(node -p 'require("./libs/client/package.json").version')" = "$version" ] || stop 'libs/client/package.json has another version'
grep -q "^## $version" CHANGELOG.md || stop "CHANGELOG.md has no section $version"
# Later releases are tested on a database of this one.
dump=deploy/test/releases/$version.sql
while read -r file; do
  grep -qs "$(openssl dgst -sha256 "$file" | sed 's/.* //')" "$dump" ||
    stop "$dump has another $file: remove the dump, and run npx vitest run deploy/test/upgrade.test.ts"
done < <(git ls-files '*/migrations/*.sql' '*/sql/*.sql' ':!deploy' ':!tests')
if [ "$push" = --push ]; then
  [ -z "$(git status --porcelain)" ] || stop 'there are changes without a commit'
  [ -z "$(git tag --list "v$version")" ] || stop "the tag v$version exists"
  # Before anything is pushed.
  for tool in docker trivy cosign kubectl; do has "$tool" --push; done
fi
mkdir -p "$out"

# set_image OVERLAYS PROCESS IMAGE FIELD VALUE. Not `kustomize edit`, which drops `components:` while all of them are commented out.
# Not `sed -i`, which macOS and Linux spell differently.
set_image() {
  local file=$1/production/kustomization.yaml
  awk -v name="representa/$2" -v image="$3" -v field="$4" -v value="$5" '
    $1 == "-" { own = $2 == "name:" && $3 == name }
    own && $1 == "newName:" { sub(/newName: .*/, "newName: " image) }
    own && ($1 == "newTag:" || $1 == "digest:") { sub(/(newTag|digest): .*/, field ": " value) }
    { print }' "$file" >"$file.new"
  mv "$file.new" "$file"
}

if has docker build; then
  step build
  for process in "${processes[@]}"; do
    docker build --file deploy/Dockerfile --build-arg "PROCESS=$process" --build-arg "VERSION=$version" \
      --build-arg "REVISION=$revision" --tag "representa/$process:dev" --tag "$registry/$process:$version" .
  done

  step 'smoke test'
  # With the images that are pushed below, not with others built from the same files.
  deploy/compose-acceptance.sh --no-build

  if has trivy 'scan and SBOMs'; then
    step scan
    for process in "${processes[@]}"; do
      trivy image --exit-code 1 --severity HIGH,CRITICAL --ignore-unfixed "$registry/$process:$version"
    done

    step SBOMs
    for process in "${processes[@]}"; do
      trivy image --format cyclonedx --output "$out/$process.cdx.json" "$registry/$process:$version"
    done
  fi
fi

if [ "$push" = --push ]; then
  step 'push and sign'
  : >"$out/images.txt"
  for process in "${processes[@]}"; do
    docker push "$registry/$process:$version"
    image=$(docker image inspect --format '{{range .RepoDigests}}{{println .}}{{end}}' "$registry/$process:$version" | grep "^$registry/$process@")
    cosign sign --yes "$image"
    cosign attest --yes --type cyclonedx --predicate "$out/$process.cdx.json" "$image"
    echo "$image" >>"$out/images.txt"
    # A tag can be moved, a digest cannot.
    set_image deploy/overlays "$process" "${image%@*}" digest "${image#*@}"
  done
fi

if has kubectl manifests; then
  step manifests
  rendered=$(mktemp -d)
  trap 'rm -rf "$rendered"' EXIT
  cp -r deploy/base deploy/components deploy/overlays "$rendered"
  if [ "$push" != --push ]; then
    for process in "${processes[@]}"; do set_image "$rendered/overlays" "$process" "$registry/$process" newTag "$version"; done
  fi
  kubectl kustomize "$rendered/overlays/production" >"$rendered/all.yaml"
  node deploy/split-manifests.mjs "$rendered/all.yaml" "$out/manifests"
fi

if [ "$push" = --push ]; then
  step 'commit the digests and tag'
  # The tag is on the commit that has the digests: Argo CD deploys what the tag has.
  git commit --quiet --message "Release $version: the digests of its images" deploy/overlays/production/kustomization.yaml
  git tag --annotate --message "Release $version" "v$version"
  if command -v flux >/dev/null; then
    step 'push and sign the manifests'
    digest=$(flux push artifact "oci://$registry/manifests:$version" --path "$out/manifests" --output json \
      --source "$(git remote get-url origin)" --revision "v$version@sha1:$(git rev-parse HEAD)" |
      node -p 'JSON.parse(require("fs").readFileSync(0, "utf8")).digest')
    cosign sign --yes "$registry/manifests@$digest"
  else
    skipped+=('push the manifests for Flux (no flux)')
  fi
fi

echo "release $version is in $out" >&2
if [ "$push" = --push ]; then echo "publish it with: git push origin v$version" >&2; fi
# Bash 3.2, of macOS, calls an empty array unset.
for one in ${skipped[@]+"${skipped[@]}"}; do echo "SKIPPED: $one" >&2; done
