/** Functions: a secure one, one for a campaign that has ended, one that partners call; in Virginia one in the VPC. */
import { demoId } from '../facts.ts'
import { idOf, networkOf } from '../networks.ts'

const region = 'eu-central-1'
const { vpcId, privateSubnet } = networkOf(region, 'fa1')

/** A secret in an environment variable of the campaign function. */
export const demoLambdaToken = ['glpat', 'x7Qm2LtVw9RkZ4pYb3Nc'].join('-')

const virginia = networkOf('us-east-1', '1ad')

const arn = (name: string) => `arn:aws:lambda:${region}:${demoId}:function:${name}`

const lambda = (name: string, differs: object) => ({
  FunctionName: name,
  FunctionArn: arn(name),
  PackageType: 'Zip',
  Handler: 'index.handler',
  Version: '$LATEST',
  ...differs,
})

const statement = (Principal: unknown, name: string, Condition?: object) =>
  JSON.stringify({
    Version: '2012-10-17',
    Id: 'default',
    Statement: [
      {
        Sid: 'callers',
        Effect: 'Allow',
        Principal,
        Action: 'lambda:InvokeFunction',
        Resource: arn(name),
        ...(Condition && { Condition }),
      },
    ],
  })

export const demoLambda = () => ({
  'us-east-1': {
    ListFunctions: {
      Functions: [
        {
          FunctionName: 'partner-import',
          FunctionArn: `arn:aws:lambda:us-east-1:${demoId}:function:partner-import`,
          Runtime: 'nodejs22.x',
          Role: `arn:aws:iam::${demoId}:role/batch-worker`,
          VpcConfig: {
            VpcId: virginia.vpcId,
            SubnetIds: [virginia.privateSubnet],
            SecurityGroupIds: [idOf('sg', '1ad', 6)],
          },
        },
      ],
    },
  },
  [region]: {
    ListFunctions: {
      Functions: [
        lambda('resize-uploads', {
          Runtime: 'nodejs24.x',
          KMSKeyArn: `arn:aws:kms:${region}:${demoId}:key/5b1c7e02-8d4f-4f7e-9a55-1f0c2d3e4a01`,
          DeadLetterConfig: { TargetArn: `arn:aws:sqs:${region}:${demoId}:orders` },
          VpcConfig: { VpcId: vpcId, SubnetIds: [privateSubnet] },
          Environment: { Variables: { LOG_LEVEL: 'info' } },
        }),
        lambda('campaign-2021', {
          Runtime: 'python3.8',
          VpcConfig: { VpcId: '', SubnetIds: [] },
          Environment: { Variables: { DEPLOY_TOKEN: demoLambdaToken } },
        }),
        lambda('partner-lookup', { Runtime: 'python3.14' }),
      ],
    },
    GetPolicy: {
      'resize-uploads': {
        Policy: statement({ Service: 's3.amazonaws.com' }, 'resize-uploads', {
          StringEquals: { 'AWS:SourceAccount': demoId },
        }),
      },
      'campaign-2021': { Policy: statement('*', 'campaign-2021') },
    },
    ListFunctionUrlConfigs: {
      'campaign-2021': {
        FunctionUrlConfigs: [
          { FunctionArn: arn('campaign-2021'), AuthType: 'NONE', Cors: { AllowOrigins: ['*'] } },
        ],
      },
      'partner-lookup': {
        FunctionUrlConfigs: [{ FunctionArn: arn('partner-lookup'), AuthType: 'AWS_IAM' }],
      },
    },
  },
})
