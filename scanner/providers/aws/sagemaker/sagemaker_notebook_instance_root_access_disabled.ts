import { fail, pass } from '../../../kit/index.ts'
import { check, isPassing, known } from './resources.ts'

export default check({
  id: 'sagemaker_notebook_instance_root_access_disabled',
  title: 'SageMaker notebook instance has root access disabled',
  description: 'Reads whether users of each notebook instance have root access.',
  risk: 'A user, or a malicious package in a notebook, can change anything on the instance and disable its security controls.',
  decision:
    'Passes if root access is disabled. Fails if it is enabled, which is the default. A response without the setting gives a gap in coverage. A notebook that is being created or deleted gives no finding.',
  fix: {
    text: 'Stop the notebook instance and disable root access.',
    console: [
      'Open Amazon SageMaker AI, choose Notebooks, choose the notebook, and choose Stop.',
      'Choose Edit, and under Permissions and encryption, choose Disable for root access.',
      'Choose Update notebook instance, and start it again. Lifecycle scripts still run as root.',
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
      ? fail(`The notebook ${name} has root access enabled.`)
      : pass(`The notebook ${name} has root access disabled.`)
  },
})
