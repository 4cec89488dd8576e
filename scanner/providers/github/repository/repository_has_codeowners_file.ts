import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'repository_has_codeowners_file',
  title: 'Repository has a CODEOWNERS file',
  description:
    'Looks for a file CODEOWNERS in .github, at the root and in docs of the default branch: who answers for which part of the code.',
  risk: 'Nobody in particular is asked to review a change, so that it is approved by whoever has time, or by nobody who knows the code.',
  decision:
    'Passes when one of the three folders has the file. Fails when all three were read and none has it. What is in the file is not looked at. Archived repositories and those without a commit are not judged.',
  fix: {
    text: 'Add a file .github/CODEOWNERS that names owners for every path.',
    console: [
      'Open the repository, choose Add file, then Create new file.',
      'Name it .github/CODEOWNERS and write a line for each path, beginning with one for everything, such as * @octo-org/maintainers.',
      'Choose Commit changes and open a pull request.',
    ],
    cli: 'gh api --method PUT repos/<owner>/<repository>/contents/.github/CODEOWNERS --field message="Add code owners" --field content=<base64>',
    terraform: [
      'resource "github_repository_file" "codeowners" {',
      '  repository     = "<repository>"',
      '  file           = ".github/CODEOWNERS"',
      '  content        = "* @<organization>/<team>"',
      '  commit_message = "Add code owners"',
      '}',
    ].join('\n'),
  },
  source:
    'https://docs.github.com/en/repositories/managing-your-repositorys-settings-and-features/customizing-your-repository/about-code-owners',
  over: 'repositories',
  needs: ['codeowners'],
  judge: ({ name, archived, codeowners }) => {
    if (archived || codeowners === null) return []
    const [first] = codeowners
    return first === undefined
      ? fail(`${name} has no CODEOWNERS file in .github, at its root or in docs.`)
      : pass(`${name} has the file ${first}.`)
  },
})
