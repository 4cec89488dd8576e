/**
 * User pools: customers, configured securely, and the newsletter's, insecurely; an identity pool that serves guests.
 */
const strong = (on: boolean) => ({
  PasswordPolicy: {
    MinimumLength: on ? 14 : 8,
    RequireLowercase: on,
    RequireUppercase: on,
    RequireNumbers: on,
    RequireSymbols: on,
    TemporaryPasswordValidityDays: on ? 3 : 30,
  },
})

const pool = (Id: string, Name: string, on: boolean) => ({
  UserPool: {
    Id,
    Name,
    Policies: strong(on),
    DeletionProtection: on ? 'ACTIVE' : 'INACTIVE',
    MfaConfiguration: on ? 'ON' : 'OPTIONAL',
    AdminCreateUserConfig: { AllowAdminCreateUserOnly: on },
    ...(on && { UserPoolAddOns: { AdvancedSecurityMode: 'ENFORCED' } }),
  },
})

const client = (UserPoolId: string, ClientId: string, ClientName: string) => ({
  UserPoolId,
  ClientId,
  ClientName,
})

const [customers, readers] = ['eu-central-1_Kx2Lark01', 'eu-central-1_Kx2Lark02']
const shop = client(customers, '3lark5pur7shop', 'shop')
const letter = client(readers, '3lark5pur7news', 'newsletter')
const guests = 'eu-central-1:0b9d6f1e-0000-4000-8000-00000000c0de'

export const demoCognitoIdp = () => ({
  'eu-central-1': {
    ListUserPools: {
      UserPools: [
        { Id: customers, Name: 'customers' },
        { Id: readers, Name: 'newsletter' },
      ],
    },
    DescribeUserPool: {
      [customers]: pool(customers, 'customers', true),
      [readers]: pool(readers, 'newsletter', false),
    },
    DescribeRiskConfiguration: {
      [customers]: {
        RiskConfiguration: {
          UserPoolId: customers,
          CompromisedCredentialsRiskConfiguration: { Actions: { EventAction: 'BLOCK' } },
          AccountTakeoverRiskConfiguration: {
            Actions: {
              LowAction: { Notify: false, EventAction: 'BLOCK' },
              MediumAction: { Notify: true, EventAction: 'BLOCK' },
              HighAction: { Notify: true, EventAction: 'BLOCK' },
            },
          },
        },
      },
      [readers]: { RiskConfiguration: { UserPoolId: readers } },
    },
    ListUserPoolClients: {
      [customers]: { UserPoolClients: [shop] },
      [readers]: { UserPoolClients: [letter] },
    },
    DescribeUserPoolClient: {
      [shop.ClientId]: {
        UserPoolClient: {
          ...shop,
          PreventUserExistenceErrors: 'ENABLED',
          EnableTokenRevocation: true,
        },
      },
      [letter.ClientId]: { UserPoolClient: { ...letter, EnableTokenRevocation: false } },
    },
  },
})

export const demoCognitoIdentity = () => ({
  'eu-central-1': {
    ListIdentityPools: {
      IdentityPools: [{ IdentityPoolId: guests, IdentityPoolName: 'shop_visitors' }],
    },
    DescribeIdentityPool: {
      [guests]: {
        IdentityPoolId: guests,
        IdentityPoolName: 'shop_visitors',
        AllowUnauthenticatedIdentities: true,
      },
    },
  },
})
