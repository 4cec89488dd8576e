import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'repository_has_codeowners_file',
  title: 'Repository has a CODEOWNERS file',
  description:
    'Looks for a CODEOWNERS file in .github, the root and docs of the default branch. The file assigns owners to paths.',
  risk: 'GitHub does not request a review from the owners of changed code. Reviewers who do not know the code can approve it.',
  decision:
    'Passes if one of the three folders has the file. Fails if all three were read and none has it. The content of the file is not checked. Archived repositories and repositories without commits give no finding.',
  fix: {
    text: 'Add a .github/CODEOWNERS file that names owners for every path.',
    console: [
      'Open the repository and choose Add file, then Create new file.',
      'Name the file .github/CODEOWNERS, and add one line for each path. Start with a line for all files, such as * @octo-org/maintainers.',
      'Choose Commit changes and open a pull request. With the gh command, replace <base64> in the argument --field content with the file encoded as Base64.',
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
      ? fail(`${name} has no CODEOWNERS file in .github, the root or docs.`)
      : pass(`${name} has the file ${first}.`)
  },
})
