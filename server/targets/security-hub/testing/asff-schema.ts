/**
 * The part of the AWS Security Finding Format that is written, with its documented limits. Source:
 * "AwsSecurityFinding" and its members, AWS Security Hub API Reference.
 */
const text = (maxLength: number) => ({ type: 'string', minLength: 1, maxLength, pattern: '\\S' })
const moment = {
  type: 'string',
  pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d{1,9})?Z$',
}
const labels = ['INFORMATIONAL', 'LOW', 'MEDIUM', 'HIGH', 'CRITICAL']
const closed = (properties: object, required: readonly string[] = Object.keys(properties)) => ({
  type: 'object',
  additionalProperties: false,
  properties,
  required,
})
const map = (entries: number, key: number, value: number) => ({
  type: 'object',
  minProperties: 1,
  maxProperties: entries,
  propertyNames: { minLength: 1, maxLength: key },
  additionalProperties: { type: 'string', maxLength: value },
})
const list = (items: object, maxItems: number) => ({ type: 'array', items, minItems: 1, maxItems })

export const asffSchema = closed(
  {
    SchemaVersion: { const: '2018-10-08' },
    Id: text(512),
    ProductArn: {
      type: 'string',
      pattern: '^arn:[\\w-]+:securityhub:[a-z0-9-]+:\\d{12}:product/\\d{12}/default$',
    },
    CompanyName: text(128),
    ProductName: text(128),
    GeneratorId: text(512),
    AwsAccountId: { type: 'string', pattern: '^\\d{12}$' },
    CreatedAt: moment,
    UpdatedAt: moment,
    FirstObservedAt: moment,
    LastObservedAt: moment,
    RecordState: { enum: ['ACTIVE', 'ARCHIVED'] },
    Title: text(256),
    Description: text(1_024),
    FindingProviderFields: closed({
      Severity: closed({ Label: { enum: labels }, Original: text(64) }),
      Types: list({ type: 'string', pattern: '^[^/]+(/[^/]+){0,2}$' }, 50),
    }),
    Remediation: closed({
      Recommendation: closed({ Text: text(512), Url: text(2_048) }, []),
    }),
    SourceUrl: text(2_048),
    ProductFields: map(50, 128, 2_048),
    Resources: list(
      closed(
        {
          Type: text(256),
          Id: text(512),
          Partition: { enum: ['aws', 'aws-cn', 'aws-us-gov'] },
          Region: text(16),
          Tags: map(50, 128, 256),
        },
        ['Type', 'Id'],
      ),
      32,
    ),
    Compliance: closed(
      {
        Status: { enum: ['PASSED', 'WARNING', 'FAILED', 'NOT_AVAILABLE'] },
        RelatedRequirements: list(text(64), 32),
      },
      ['Status'],
    ),
    Workflow: closed({ Status: { enum: ['NEW', 'NOTIFIED', 'RESOLVED', 'SUPPRESSED'] } }),
  },
  [
    'SchemaVersion',
    'Id',
    'ProductArn',
    'GeneratorId',
    'AwsAccountId',
    'CreatedAt',
    'UpdatedAt',
    'Title',
    'Description',
    'FindingProviderFields',
    'Resources',
  ],
)
