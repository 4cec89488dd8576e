import { fail, pass } from '../../../kit/index.ts'
import { check, isPassing, known } from './resources.ts'

export default check({
  id: 'sagemaker_notebook_instance_root_access_disabled',
  title: 'Notebook’s users are not root',
  description: 'Reads whether the users of each notebook instance may act as root on its machine.',
  risk: 'A user, or a package that a notebook installs, may change anything on the machine and switch its safeguards off.',
  decision:
    'Passes when root access is disabled, fails when it is enabled, which it is unless somebody chose otherwise. An answer without the setting gives a gap in coverage, and a notebook that is being created or deleted has no verdict.',
  fix: {
    text: 'Stop the notebook and disable root access.',
    console: [
      'Open Amazon SageMaker AI, choose Notebooks, choose the notebook, and choose Stop.',
      'Choose Edit, and under Permissions and encryption choose Disable for root access.',
      'Choose Update notebook instance and start it again; lifecycle scripts still run as root.',
    ],
    cli: 'aws sagemaker update-notebook-instance --notebook-instance-name <name> --root-access Disabled',
    terraform: `resource "aws_sagemaker_notebook_instance" "forecast" {
  name          = "forecast"
  role_arn      = aws_iam_role.notebook.arn
  instance_type = "ml.t3.medium"
  root_access   = "Disabled"
}`,
  },
  source: 'https://docs.aws.amazon.com/sagemaker/latest/dg/nbi-root-access.html',
  links: ['https://docs.aws.amazon.com/securityhub/latest/userguide/sagemaker-controls.html'],
  over: 'notebooks',
  needs: ['details'],
  judge: ({ name, status, details: { root } }) => {
    if (isPassing(status)) return []
    return known(root)
      ? fail(`Users of the notebook ${name} may act as root.`)
      : pass(`Users of the notebook ${name} may not act as root.`)
  },
})
