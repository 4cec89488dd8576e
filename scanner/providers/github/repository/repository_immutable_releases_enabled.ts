import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'repository_immutable_releases_enabled',
  title: 'Repository has immutable releases enabled',
  description:
    'Reads whether release immutability is on, which prevents changes to the tag and assets of a published release.',
  risk: 'An attacker with a stolen token can replace the assets of a published release with malicious files that users then install.',
  decision:
    'Passes if the repository or its organization enforces immutable releases. Fails if neither does. GitHub reports this only to users who can read branch protection. Existing releases are not checked. Archived repositories give no finding.',
  fix: {
    text: 'Turn on release immutability.',
    console: [
      'Open the repository and choose Settings, then General.',
      'Under Releases, select Enable release immutability.',
    ],
    cli: 'gh api --method PUT repos/<owner>/<repository>/immutable-releases',
    terraform: null,
  },
  source:
    'https://docs.github.com/en/code-security/supply-chain-security/understanding-your-software-supply-chain/immutable-releases',
  over: 'repositories',
  needs: ['immutable_releases'],
  judge: ({ name, archived, immutable_releases: by }) => {
    if (archived) return []
    return by === null
      ? fail(`${name} has releases that can be changed after publication.`)
      : pass(`${name} has immutable releases, enforced by its ${by}.`)
  },
})
