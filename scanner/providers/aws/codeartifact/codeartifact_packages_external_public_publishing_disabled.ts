import { fail, pass } from '../../../kit/index.ts'
import { known } from '../known.ts'
import { check } from './resources.ts'

export default check({
  id: 'codeartifact_packages_external_public_publishing_disabled',
  title: 'Package of your own takes no versions from outside',
  description:
    'Looks at each package of CodeArtifact whose newest version was published by yourself, and asks whether further versions may also come from an upstream repository or a public registry.',
  risk: 'Somebody who publishes a package of the same name in a public registry, with a higher version, gets his code into your builds.',
  decision:
    'Fails when the newest published version of a package was published directly (origin INTERNAL) and its origin controls allow upstream sources. Passes when they block these. It has no question about packages whose newest version came from outside, whose origin CodeArtifact does not know, or that have no published version. Controls of package groups are what CodeArtifact shows as those of the package.',
  fix: {
    text: 'Block upstream sources in the origin controls of every package that you publish yourself.',
    console: [
      'Open CodeArtifact, choose Repositories, the repository, and the package.',
      'On the tab Origin controls choose Edit.',
      'Set Upstream to Block, leave Publish at Allow, and choose Save.',
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
      return pass(`The package ${name} of ${repository} takes no versions from upstream.`)
    return origin === 'INTERNAL'
      ? fail(
          `The package ${name} of ${repository} is your own and takes versions from upstream sources too.`,
        )
      : []
  },
})
