import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'repository_immutable_releases_enabled',
  title: 'Releases are immutable',
  description:
    'Asks whether releases of the repository are immutable: whether their tag and their files can be changed once they are published.',
  risk: 'Who gets hold of a token replaces the files of a release that others already trust, and everybody who installs it afterwards gets theirs.',
  decision:
    'Passes when the repository or its organization asks for immutable releases. Fails when neither does, which GitHub tells only those who may read branch protection. Releases from before are not looked at. Archived repositories are not judged.',
  fix: {
    text: 'Turn on release immutability.',
    console: [
      'Open the repository and choose Settings, then General.',
      'Under Releases select Enable release immutability.',
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
      ? fail(`${name} has releases that can be changed after they are published.`)
      : pass(`${name} has immutable releases, by the settings of its ${by}.`)
  },
})
