import { fail, pass } from '../../../kit/index.ts'
import { known } from '../known.ts'
import { check } from './resources.ts'

export default check({
  id: 'codeartifact_packages_external_public_publishing_disabled',
  title: 'CodeArtifact internal package blocks upstream versions',
  description:
    'Reads the origin controls of each CodeArtifact package whose newest version was published directly, which control whether versions can also come from an upstream repository or a public registry.',
  risk: 'An attacker can publish a package with the same name and a higher version in a public registry, and get malicious code into your builds.',
  decision:
    'Fails if the newest published version of a package was published directly (origin INTERNAL) and its origin controls allow upstream sources. Passes if the origin controls block upstream sources. If upstream sources are allowed, packages whose newest version came from an external source, whose origin is unknown, or that have no published version give no finding. The controls of package groups are included in the controls that CodeArtifact reports for a package.',
  fix: {
    text: 'Block upstream sources in the origin controls of every package that you publish yourself.',
    console: [
      'Open CodeArtifact, choose Repositories, the repository, and the package.',
      'On the Origin controls tab, choose Edit.',
      'Set Upstream to Block, keep Publish at Allow, and choose Save.',
    ],
    cli: 'aws codeartifact put-package-origin-configuration --domain <domain> --repository <repository> --format <format> --namespace <namespace> --package <package> --restrictions publish=ALLOW,upstream=BLOCK',
    terraform: null,
  },
  source: 'https://docs.aws.amazon.com/codeartifact/latest/ug/package-origin-controls.html',
  links: ['https://docs.aws.amazon.com/codeartifact/latest/ug/package-group-origin-controls.html'],
  over: 'packages',
  needs: ['origin'],
  judge: ({ name, repository, takes_upstream: takes, origin }) => {
    if (!known(takes, 'codeartifact:ListPackages'))
      return pass(`The package ${name} of ${repository} blocks versions from upstream sources.`)
    return origin === 'INTERNAL'
      ? fail(
          `The package ${name} of ${repository} was published directly, but also allows versions from upstream sources.`,
        )
      : []
  },
})
