import { packageName } from './bundle.ts'

/**
 * Commands that publish a release, in their order. Users see nothing before the last step: npm has a tag `next`, and
 * the image has only a digest. REGISTRY is the registry of images.
 */
export function publishing({
  version,
  files,
  digest,
}: {
  version: string
  /** The folder of the release. */
  files: string
  /** Of the image for all platforms. */
  digest: string
}): readonly (readonly [title: string, commands: readonly string[]])[] {
  const image = 'docker://REGISTRY/plumbline'
  const minor = version.replace(/\.\d+$/, '')
  return [
    ['Push the commit and the tag', [`git push origin HEAD v${version}`]],
    [
      'Attest the files',
      [`cosign sign-blob --yes --bundle ${files}/SHA256SUMS.sigstore.json ${files}/SHA256SUMS`],
    ],
    [
      'Upload the package, the image and the chart',
      [
        `npm publish --provenance --access public --tag next ./${files}/plumbline-cli-${version}.tgz`,
        `skopeo copy --all --preserve-digests oci-archive:${files}/plumbline-${version}.oci.tar ${image}@${digest}`,
        `cosign sign --yes REGISTRY/plumbline@${digest}`,
        `helm push ${files}/plumbline-chart-${version}.tgz oci://REGISTRY/charts`,
      ],
    ],
    [
      'Read them from another machine',
      [
        `npx ${packageName}@${version} demo --exit`,
        `docker run --rm REGISTRY/plumbline@${digest} demo --exit`,
        'sha256sum --check --ignore-missing SHA256SUMS',
      ],
    ],
    [
      'Publish the release',
      [
        `gh release create v${version} --verify-tag --notes-file ${files}/notes.md ${files}/*`,
        ...[version, minor, 'latest'].map(
          (tag) => `skopeo copy --all --preserve-digests ${image}@${digest} ${image}:${tag}`,
        ),
        `npm dist-tag add ${packageName}@${version} latest`,
      ],
    ],
  ]
}
