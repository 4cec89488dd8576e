import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'securityhub_enabled',
  title: 'Security Hub is on and has something to judge by',
  description:
    'Reads for each region whether Security Hub CSPM, which runs standards and takes in findings, is turned on, and which standards and products feed it.',
  risk: 'What GuardDuty, Inspector and the rest find lies in a page for each of them, and the one that matters is read last.',
  decision:
    'Passes when Security Hub CSPM is on in the region and a standard is turned on or a product is subscribed; whether the product sends anything is not looked at. Fails when it is off, and when it is on with neither. Standards that failed or are being removed do not count. The newer Security Hub, which is turned on by itself, is not looked at.',
  fix: {
    text: 'Turn on Security Hub CSPM in the region, with a standard.',
    console: [
      'Open AWS Security Hub CSPM in the region, and choose Go to Security Hub CSPM.',
      'Select the standards that you go by, such as AWS Foundational Security Best Practices.',
      'Choose Enable Security Hub CSPM.',
    ],
    cli: 'aws securityhub enable-security-hub --enable-default-standards',
    terraform: `resource "aws_securityhub_account" "this" {}

resource "aws_securityhub_standards_subscription" "foundational" {
  standards_arn = "arn:aws:securityhub:eu-west-1::standards/aws-foundational-security-best-practices/v/1.0.0"
  depends_on    = [aws_securityhub_account.this]
}`,
  },
  source: 'https://docs.aws.amazon.com/securityhub/latest/userguide/securityhub-settingup.html',
  links: ['https://docs.aws.amazon.com/securityhub/latest/userguide/standards-reference.html'],
  over: 'regions',
  needs: ['hub'],
  judge: ({ name, hub }) => {
    if (!hub) return fail(`Security Hub CSPM is off in ${name}.`)
    const { standards, products } = hub
    return standards.length + products.length > 0
      ? pass(
          `Security Hub CSPM is on in ${name}, with ${standards.length} standards and ${products.length} products.`,
        )
      : fail(`Security Hub CSPM is on in ${name}, with neither a standard nor a product.`)
  },
})
