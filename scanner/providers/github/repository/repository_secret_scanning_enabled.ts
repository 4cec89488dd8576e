import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'repository_secret_scanning_enabled',
  title: 'Secret scanning is on',
  description:
    'Reads security_and_analysis.secret_scanning of the repository: whether GitHub looks for keys and tokens in its history.',
  risk: 'A key that was committed by mistake stays valid until somebody else finds it.',
  decision:
    'Passes when the status is enabled, fails when it is disabled, archived repositories included, as their secrets can be read all the same. Where GitHub shows no status, as to whoever is no administrator, there is no verdict.',
  fix: {
    text: 'Turn on secret scanning; private repositories need GitHub Secret Protection for it.',
    console: [
      'Open the repository and choose Settings, then Advanced Security.',
      'Next to Secret Protection choose Enable.',
    ],
    cli: 'gh repo edit <owner>/<repository> --enable-secret-scanning',
    terraform: [
      'resource "github_repository" "main" {',
      '  name = "<repository>"',
      '',
      '  security_and_analysis {',
      '    secret_scanning {',
      '      status = "enabled"',
      '    }',
      '  }',
      '}',
    ].join('\n'),
  },
  source:
    'https://docs.github.com/en/code-security/secret-scanning/introduction/about-secret-scanning',
  over: 'repositories',
  needs: ['secret_scanning'],
  judge: ({ name, secret_scanning: isOn }) =>
    isOn ? pass(`${name} is scanned for secrets.`) : fail(`${name} is not scanned for secrets.`),
})
