import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'repository_secret_scanning_enabled',
  title: 'Repository has secret scanning enabled',
  description:
    'Reads security_and_analysis.secret_scanning of the repository, which controls whether GitHub scans its history for keys and tokens.',
  risk: 'A key that is committed by mistake stays valid until an attacker finds it.',
  decision:
    'Passes if the status is enabled. Fails if it is disabled, including for archived repositories, because their secrets can still be read. If GitHub does not show the status, such as to users who are not administrators, the check gives no verdict.',
  fix: {
    text: 'Turn on secret scanning. Private repositories require GitHub Secret Protection.',
    console: [
      'Open the repository and choose Settings, then Advanced Security.',
      'Next to Secret Protection, choose Enable.',
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
