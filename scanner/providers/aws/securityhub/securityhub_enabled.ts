import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'securityhub_enabled',
  title: 'Security Hub CSPM is enabled with a standard or product',
  description:
    'Reads for each region whether Security Hub CSPM is enabled, and which standards and products provide its findings.',
  risk: 'Without Security Hub, findings of GuardDuty, Inspector and other services are on separate pages, and important ones can be missed.',
  decision:
    'Passes if Security Hub CSPM is enabled in the region, and a standard is enabled or a product is subscribed. Whether the product sends findings is not evaluated. Fails if it is disabled, or if it is enabled with neither. Standards that failed or are being removed do not count. The newer Security Hub, which is enabled separately, is not evaluated.',
  fix: {
    text: 'Enable Security Hub CSPM in the region, with a standard.',
    console: [
      'Open AWS Security Hub CSPM in the region, and choose Go to Security Hub CSPM.',
      'Select the standards that you use, such as AWS Foundational Security Best Practices.',
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
    if (!hub) return fail(`Security Hub CSPM is disabled in ${name}.`)
    const { standards, products } = hub
    return standards.length + products.length > 0
      ? pass(
          `Security Hub CSPM is enabled in ${name}, with ${standards.length} standards and ${products.length} products.`,
        )
      : fail(`Security Hub CSPM is enabled in ${name}, with neither a standard nor a product.`)
  },
})
