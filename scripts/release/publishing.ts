import { packageName } from './bundle.ts'

/**
 * Commands that publish a release, in their order. Users get nothing before the last step: npm has a tag `next`, and the
 * image has only a digest. The first version of a package is an exception: npm makes it `latest` at once. REGISTRY is the
 * registry of images.
 */
export function publishing({
  version,
  files,
  notes,
  digest,
}: {
  version: string
  /** The folder of the release. */
  files: string
  /** The file with the text of the release page. */
  notes: string
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
      'Upload the package and the image',
      [
        `npm publish --provenance --access public --tag next ./${files}/plumbline-cli-${version}.tgz`,
        `skopeo copy --all --preserve-digests oci-archive:${files}/plumbline-${version}.oci.tar ${image}@${digest}`,
        `cosign sign --yes REGISTRY/plumbline@${digest}`,
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
        `gh release create v${version} --verify-tag --notes-file ${notes} ${files}/*`,
        ...[version, minor, 'latest'].map(
          (tag) => `skopeo copy --all --preserve-digests ${image}@${digest} ${image}:${tag}`,
        ),
        `helm push ${files}/plumbline-chart-${version}.tgz oci://REGISTRY/charts`,
        `npm dist-tag add ${packageName}@${version} latest`,
      ],
    ],
  ]
}
