import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { basicAccess } from '../../../packages/chip-reader/src/bac.ts'
import { fromHex, fromInteger, toHex, toInteger } from '../../../packages/chip-reader/src/bytes.ts'
import { provesChip } from '../../../packages/chip-reader/src/chip-authentication.ts'
import { AES_128, TRIPLE_DES } from '../../../packages/chip-reader/src/ciphers.ts'
import { standardGroup } from '../../../packages/chip-reader/src/group.ts'
import { mrzInformation, mrzSeed } from '../../../packages/chip-reader/src/mrz-key.ts'
import { authenticationToken, pace, pseudoRandom } from '../../../packages/chip-reader/src/pace.ts'
import { parsePaceInfos } from '../../../packages/chip-reader/src/pace-info.ts'
import { readFile } from '../../../packages/chip-reader/src/read-file.ts'
import { secureChannel } from '../../../packages/chip-reader/src/secure-messaging.ts'
import { encodeObject } from '../../../packages/chip-reader/src/tlv.ts'
import { scriptedChip, scriptedEntropy } from './scripted-chip.ts'

const hex = (text: string) => text.replace(/\s+/g, '').toLowerCase()

describe('ICAO 9303-11, appendix D: Basic Access Control', () => {
  const eriksson = { documentNumber: 'L898902C', birthDate: '690806', expiryDate: '940623' }

  it('derives the keys from the fields of the MRZ', () => {
    assert.equal(mrzInformation(eriksson), 'L898902C<369080619406236')
    assert.equal(
      mrzInformation({ documentNumber: 'D23145890734', birthDate: '1934-07-12', expiryDate: '950712' }),
      'D23145890734934071279507122',
    )
    const seed = mrzSeed(eriksson).slice(0, 16)
    assert.equal(toHex(seed), hex('239AB9CB282DAF66231DC5A4DF6BFBAE'))
    assert.equal(toHex(TRIPLE_DES.deriveKey(seed, 1)), hex('AB94FDECF2674FDFB9B391F85D7F76F2'))
    assert.equal(toHex(TRIPLE_DES.deriveKey(seed, 2)), hex('7962D9ECE03D1ACD4C76089DCE131543'))
  })

  it('opens the chip, and reads EF.COM by secure messaging', async () => {
    const chip = scriptedChip([
      ['0084000008', '4608F91988702212 9000'],
      [
        '0082000028 72C29C2371CC9BDB65B779B8E8D37B29ECC154AA56A8799FAE2F498F76ED92F2 5F1448EEA8AD90A7 28',
        '46B9342A41396CD7386BF5803104D7CEDC122B9132139BAF2EEDC94EE178534F 2F2D235D074D7449 9000',
      ],
      ['0CA4020C158709016375432908C044F68E08BF8B92D635FF24F800', '990290008E08FA855A5D4C50A8ED9000'],
      ['0CB000000D9701048E08ED6705417E96BA5500', '8709019FF0EC34F9922651990290008E08AD55CC17140B2DED9000'],
      [
        '0CB000040D9701128E082EA28A70F3C7B53500',
        '871901FB9235F4E4037F2327DCC8964F1F9B8C30F42C8E2FFF224A990290008E08C8B2787EAEA07D749000',
      ],
    ])
    const session = await basicAccess(
      chip.channel,
      eriksson,
      scriptedEntropy('781723860C06C226', '0B795240CB7049B01C19B33E32804F0B'),
    )
    assert.equal(toHex(session.encryption), hex('979EC13B1CBFE9DCD01AB0FED307EAE5'))
    assert.equal(toHex(session.mac), hex('F1CB1F1FB5ADF208806B89DC579DC1F8'))
    assert.equal(session.counter, 0x887022120c06c226n)

    const secure = secureChannel(chip.channel, session)
    const selected = await secure.send({ cla: 0, ins: 0xa4, p1: 2, p2: 0x0c, data: fromHex('011e') })
    assert.equal(selected.status, 0x9000)
    const first = await secure.send({ cla: 0, ins: 0xb0, p1: 0, p2: 0, le: 4 })
    assert.equal(toHex(first.data), '60145f01')
    const rest = await secure.send({ cla: 0, ins: 0xb0, p1: 0, p2: 4, le: 0x12 })
    assert.equal(toHex(rest.data), hex('04303130365F36063034303030305C026175'))
    assert.deepEqual(chip.left, [])
  })
})

describe('ICAO 9303-11, appendix G: PACE with generic mapping', () => {
  const key = { documentNumber: 'T22000129', birthDate: '640812', expiryDate: '101031' }
  const infoOf = (entry: string) => parsePaceInfos(encodeObject(0x31, fromHex(entry))).supported[0]

  it('derives the password key from the MRZ', () => {
    assert.equal(toHex(mrzSeed(key)), hex('7E2D2A41C74EA0B38CD36F863939BFA8E9032AAD'))
    assert.equal(toHex(AES_128.deriveKey(mrzSeed(key), 3)), hex('89DED1B26624EC1E634C1989302849DD'))
  })

  it('G.1: ECDH on brainpoolP256r1 with AES-128', async () => {
    const info = infoOf('3012060A04007F000702020402020201020201 0D')
    assert.ok(info)
    const chip = scriptedChip([
      ['0022C1A40F800A04007F00070202040202830101', '9000'],
      ['10860000027C0000', '7C12801095A3A016522EE98D01E76CB6B98B42C3 9000'],
      [
        `10860000457C438141 04 7ACF3EFC982EC45565A4B155129EFBC74650DCBFA6362D896FC70262E0C2CC5E
         544552DCB6725218799115B55C9BAA6D9F6BC3A9618E70C25AF71777A9C4922D 00`,
        `7C438241 04 824FBA91C9CBE26BEF53A0EBE7342A3BF178CEA9F45DE0B70AA601651FBA3F57
         30D8C879AAA9C9F73991E61B58F4D52EB87A0A0C709A49DC63719363CCD13C54 9000`,
      ],
      [
        `10860000457C438341 04 2DB7A64C0355044EC9DF190514C625CBA2CEA48754887122F3A5EF0D5EDD301C
         3556F3B3B186DF10B857B58F6A7EB80F20BA5DC7BE1D43D9BF850149FBB36462 00`,
        `7C438441 04 9E880F842905B8B3181F7AF7CAA9F0EFB743847F44A306D2D28C1D9EC65DF6DB
         7764B22277A2EDDC3C265A9F018F9CB852E111B768B326904B59A0193776F094 9000`,
      ],
      ['008600000C7C0A8508 C2B0BD78D94BA866 00', '7C0A8608 3ABB9674BCE93C08 9000'],
    ])
    const { session, proof } = await pace(
      chip.channel,
      info,
      key,
      scriptedEntropy(
        '7F4EF07B9EA82FD78AD689B38D0BC78CF21F249D953BC46F4C6E19259C010F99',
        'A73FB703AC1436A18E0CFA5ABB3F7BEC7A070E7A6788486BEE230C4A22762595',
      ),
    )
    assert.equal(toHex(session.encryption), hex('F5F0E35C0D7161EE6724EE513A0D9A7F'))
    assert.equal(toHex(session.mac), hex('FE251C7858B356B24514B3BD5F4297D1'))
    assert.equal(proof, undefined)
  })

  it('G.2: DH in the 1024-bit group with AES-128', async () => {
    const info = infoOf('3012060A04007F00070202040102020102020100')
    assert.ok(info)
    const ours = `23FB3749EA030D2A25B278D2A562047ADE3F01B74F17A15402CB7352CA7D2B3EB71C343DB13D1DEBCE9A3666DBCFC920
      B49174A602CB47965CAA73DC702489A44D41DB914DE9613DC5E98C94160551C0DF86274B9359BC0490D01B03AD54022D
      CB4F57FAD6322497D7A1E28D46710F461AFE710FBBBC5F8BA166F4311975EC6C`
    const theirs = `78879F57225AA8080D52ED0FC890A4B25336F699AA89A2D3A189654AF70729E623EA5738B26381E4DA19E004706FACE7
      B235C2DBF2F38748312F3C98C2DD4882A41947B324AA1259AC22579DB93F7085655AF30889DBB845D9E6783FE42C9F24
      49400306254C8AE8EE9DD812A804C0B66E8CAFC14F84D8258950A91B44126EE6`
    const ourKey = `907D89E2D425A178AA81AF4A7774EC8E388C115CAE67031E85EECE520BD911551B9AE4D04369F29A02626C86FBC674
      7CC7BC352645B6161A2A42D44EDA80A08FA8D61B76D3A154AD8A5A51786B0BC07147057871A922212C5F67F431731722
      36B7747D1671E6D692A3C7D40A0C3C5CE397545D015C175EB5130551EDBC2EE5D4`
    const theirKey = `075693D9AE941877573E634B6E644F8E60AF17A0076B8B123D9201074D36152BD8B3A213F53820C42ADC79AB5D0AEEC3
      AEFB91394DA476BD97B9B14D0A65C1FC71A0E019CB08AF55E1F729005FBA7E3FA5DC41899238A250767A6D46DB974064
      386CD456743585F8E5D90CC8B4004B1F6D866C79CE0584E49687FF61BC29AEA1`
    const chip = scriptedChip([
      ['0022C1A40F800A04007F00070202040102830101', '9000'],
      ['10860000027C0000', '7C128010854D8DF5827FA6852D1A4FA701CDDDCA 9000'],
      [`10860000867C8183818180 ${ours} 00`, `7C8183828180 ${theirs} 9000`],
      [`10860000867C8183838180 ${ourKey} 00`, `7C8183848180 ${theirKey} 9000`],
      ['008600000C7C0A8508 B46DD9BD4D98381F 00', '7C1B8608917F37B5C0E6D8D1870F4445544553544356434130303030339000'],
    ])
    const { session } = await pace(
      chip.channel,
      info,
      key,
      scriptedEntropy('5265030F751F4AD18B08AC565FC7AC952E41618D', '89CCD99B0E8D3B1F11E1296DCA68EC53411CF2CA'),
    )
    assert.equal(toHex(session.encryption), hex('2F7F46ADCC9E7E521B45D192FAFA9126'))
    assert.equal(toHex(session.mac), hex('805A1D27D45A5116F73C54469462B7D8'))
  })
})

describe('ICAO 9303-11, appendix H: PACE with integrated mapping', () => {
  it('H.1: ECDH on brainpoolP256r1 with AES-128', () => {
    const group = standardGroup(13)
    assert.ok(group)
    const passwordKey = fromHex('591468CDA83D65219CCCB8560233600F')
    const nonce = AES_128.decrypt(passwordKey, fromHex('143DC40C08C8E891FBED7DEDB92B64AD'))
    assert.equal(toHex(nonce), hex('2923BE84E16CD6AE529049F1F1BBE9EB'))
    const random = pseudoRandom(AES_128, nonce, fromHex('5DD4CBFC96F5453B130D890A1CDBAE32'), group.prime)
    assert.equal(random, toInteger(fromHex('A2F8FF2DF50E52C6599F386ADCB595D229F6A167ADE2BE5F2C3296ADD5B7430E')))
    const generator = group.encodeInteger(random)
    assert.equal(
      toHex(generator),
      hex(`04 8E82D31559ED0FDE92A4D0498ADD3C23BABA94FB77691E31E90AEA77FB17D427
              4C1AE14BD0C3DBAC0C871B7F3608169364437CA30AC243A089D3F266C1E60FAD`),
    )
    const ours = toInteger(fromHex('A73FB703AC1436A18E0CFA5ABB3F7BEC7A070E7A6788486BEE230C4A22762595'))
    const theirs = toInteger(fromHex('107CF58696EF6155053340FD633392BA81909DF7B9706F226F32086C7AFF974A'))
    const [ourKey, theirKey] = [group.multiply(generator, ours), group.multiply(generator, theirs)]
    assert.equal(
      toHex(ourKey),
      hex(`04 89CBA23FFE96AA18D824627C3E934E54A9FD0B87A95D1471DC1C0ABFDCD640D4
              6755DE9B7B778280B6BEBD57439ADFEB0E21FD4ED6DF42578C13418A59B34C37`),
    )
    const shared = group.secretOf(group.multiply(theirKey, ours))
    assert.equal(toHex(shared), hex('4F150FDE1D4F0E38E95017B891BAE17133A0DF45B0D3E18B60BA7BEAFDC2C713'))
    const mac = AES_128.deriveKey(shared, 2)
    assert.equal(toHex(AES_128.deriveKey(shared, 1)), hex('0D3FEB33251A6370893D62AE8DAAF51B'))
    assert.equal(toHex(mac), hex('B01E89E3D9E8719E586B50B4A7506E0B'))
    const oid = fromHex('04007F00070202040402')
    assert.equal(toHex(authenticationToken(AES_128, mac, oid, group, ourKey)), hex('75D4D96E8D5B0308'))
    assert.equal(toHex(authenticationToken(AES_128, mac, oid, group, theirKey)), hex('450F02B86F6A0909'))
  })

  it('H.2: DH in the 1024-bit group with AES-128', () => {
    const group = standardGroup(0)
    assert.ok(group)
    const passwordKey = fromHex('591468CDA83D65219CCCB8560233600F')
    const nonce = AES_128.decrypt(passwordKey, fromHex('9ABB8864CA0FF1551E620D1EF4E13510'))
    assert.equal(toHex(nonce), hex('FA5B7E3E49753A0DB9178B7B9BD898C8'))
    const random = pseudoRandom(AES_128, nonce, fromHex('B3A6DB3C870C3E99245E0D1C06B747DE'), group.prime)
    assert.equal(
      toHex(fromInteger(random)),
      hex(`A0C7C50C002061A51CC87D254EF38068607417B6EE1B36473CFB800D2D2E5FA2B6980F01105D24FAB22ACD1BFA5C8A4C
           093ECDFAFE6D7125D42A843E338603835CF19AFAFF75EFE21DC5F6AA1F9AE46C25087E7368166FB08C1E4627AFED7D93
           570417B790FF7F747E57F432B04E1236819E0DFEF5B6E77CA4999925328182D2`),
    )
    const generator = group.encodeInteger(random)
    assert.equal(
      toHex(generator),
      hex(`1D7D767F11E333BCD6DBAEF40E799E7A926B96973550656FF3C830726D118D61C276CDCC61D475CF03A98E0C0E79CAEB
           A5BE25578BD4551D0B10903236F0B0F976852FA78EEA14EA0ACA87D1E91F688FE0DFF897BBE35A472621D343564B262F
           34223AE8FC59B664BFEDFA2BFE7516CA5510A6BBB633D517EC25D4E0BBAA16C2`),
    )
    const ours = toInteger(
      fromHex(`4BD0E54740F9A028E6A515BFDAF967848C4F5F5FFF65AA0915947FFD1A0DF2FA6981271BC905F3551457B7E03AC3B806
               6DE4AA406C1171FB43DD939C4BA16175103BA3DEE16419AA248118F90CC36A3D6F4C373652E0C3CCE7F0F1D0C5425B36
               00F0F0D6A67F004C8BBA33F2B4733C7252445C1DFC4F1107203F71D2EFB28161`),
    )
    const ourKey = group.multiply(generator, ours)
    assert.equal(
      toHex(ourKey),
      hex(`0F0CC62945A8029251FB7EF3C094E12EC68E4EF07F27CB9D9CD04C5C4250FAE0E4F8A951557E929AEB48E5C6DD47F2F5
           CD7C351A9BD2CD722C07EDE166770F08FFCB370262CF308DD7B07F2E0DA9CAAA1492344C852906919538C98A4BA4187E
           76CE9D87832386D319CE2E043C3343AEAE6EDBA1A9894DC5094D22F7FE1351D5`),
    )
    const theirKey = fromHex(
      `928D9A0F9DBA450F13FC859C6F290D1D36E42431138A4378500BEB4E0401854CFF111F71CB6DC1D0335807A11388CC8E
       AA87B07907AAD9FBA6B169AF6D8C26AF8DDDC39ADC3AD2E3FF882B84D23E9768E95A80E4746FB07A9767679FE92133B4
       D379935C771BD7FBED6C7BB4B1708B275EA75679524CDC9C6A91370CC662A2F3`,
    )
    const shared = group.secretOf(group.multiply(theirKey, ours))
    const mac = AES_128.deriveKey(shared, 2)
    assert.equal(toHex(AES_128.deriveKey(shared, 1)), hex('01AFC10CF87BE36D8179E87370171F07'))
    assert.equal(toHex(mac), hex('23F0FBD05FD6C7B8B88F4C8309669061'))
    const oid = fromHex('04007F00070202040302')
    assert.equal(toHex(authenticationToken(AES_128, mac, oid, group, ourKey)), hex('C2F04230187E1525'))
    assert.equal(toHex(authenticationToken(AES_128, mac, oid, group, theirKey)), hex('55D61977CBF5307E'))
  })
})

describe('ICAO 9303-11, appendix I: PACE with chip authentication mapping', () => {
  const key = { documentNumber: 'C11T002JM', birthDate: '960812', expiryDate: '231031' }
  const publicKeyInfo = `30620609 04007F00 07020201 02305230 0C060704 007F0007 01020201 0D034200 04187270 9494399E
    7470A643 1BE25E83 EEE24FEA 568C2ED2 8DB48E05 DB3A610D C884D256 A40E35EF CB59BF67 53D3A489 D28C7A4D 973C2DA1
    38A6E7A4 A08F68E1 6F02010D`

  it('I.1: opens the chip, and the chip proves to have its static key', async () => {
    const { supported } = parsePaceInfos(encodeObject(0x31, fromHex('3012060A04007F0007020204060202010202010D')))
    const info = supported[0]
    assert.ok(info)
    const chip = scriptedChip([
      ['0022C1A40F800A04007F00070202040602830101', '9000'],
      ['10860000027C0000', '7C128010CB60E8E0D85B76A9BD304747C2AD42E2 9000'],
      [
        `10860000457C438141 04 7F1D410ADB7DDB3B84BF1030800981A9105D7457B4A3ADE002384F3086C67EDE
         1AB889104A27DB6D842B019020FBF3CEACB0DC627F7BDCAC29969E19D0E553C1 00`,
        `7C438241 04 A234236AA9B9621E8EFB73B5245C0E09D2576E5277183C1208BDD55280CAE8B3
         04F365713A356E65A451E165ECC9AC0AC46E3771342C8FE5AEDD092685338E23 9000`,
      ],
      [
        `10860000457C438341 04 446C934084D9DAB863944F219520076C29EE3F7AE6722B11FF319EC1C7728F95
         5483400BFF60BF0C5929270009277DC2A515E12575010AD9BA916CF1BF86FEFC 00`,
        `7C438441 04 02AD566F3C6EC7F9324509AD50A51FA52030782A4968FCFEDF737DAEA9933331
         11C3B9B4C2287789BD137E7F8AA882E2A3C633CCD6ECC2C63C57AD401A09C2E1 9000`,
      ],
      [
        '008600000C7C0A8508 E86BD06018A1CD3B 00',
        `7C3C86088596CF055C67C1A3 8A30 1EEA964DAAE372AC990E3EFDE6333353BFC89A6704D93DA8798CF77F5B7A54BD
         10CBA372B42BE0B9B5F28AA8DE2F4F92 9000`,
      ],
    ])
    const { session, proof } = await pace(
      chip.channel,
      info,
      key,
      scriptedEntropy(
        '5D8BB87BD74D985A4B7D4325B9F7B976FE8351227734007 98914AA22738135CC',
        '76ECFDAA9841C323A3F5FC5E88B88DB3EFF7E35EBF57A7E6946CB630006C2120',
      ),
    )
    assert.equal(toHex(session.encryption), hex('0A9DA4DB03BDDE39FC5202BC44B2E89E'))
    assert.equal(toHex(session.mac), hex('4B1C06491ED5140CA2B537D344C6C0B1'))
    assert.equal(proof?.scalar, toInteger(fromHex('85DC3FA93D0952BFA82F5FD189EE75BD82F11D1F0B8ED4BF5319AC9B53C426B3')))
    assert.ok(proof && provesChip(proof, cardSecurity(publicKeyInfo)))
    assert.ok(!provesChip({ ...proof, scalar: proof.scalar + 1n }, cardSecurity(publicKeyInfo)))
  })

  /** The shape of EF.CardSecurity around the security infos; its signature is the service's business. */
  function cardSecurity(info: string) {
    const content = encodeObject(0x04, encodeObject(0x31, fromHex(info)))
    const inner = [encodeObject(0x06, fromHex('04007f0007030201')), encodeObject(0xa0, content)]
    const signed = [
      encodeObject(0x02, fromHex('03')),
      encodeObject(0x31, new Uint8Array(0)),
      encodeObject(0x30, join(inner)),
    ]
    return encodeObject(
      0x30,
      join([encodeObject(0x06, fromHex('2a864886f70d010702')), encodeObject(0xa0, encodeObject(0x30, join(signed)))]),
    )
  }

  const join = (parts: readonly Uint8Array[]) => Uint8Array.from(parts.flatMap((part) => [...part]))
})

describe('reading a file', () => {
  it('goes on where it was, once the chip is there again', async () => {
    const chip = scriptedChip([
      ['00A4020C020101', '9000'],
      ['00B00003DF', '0405 9000'],
    ])
    const reading = { bytes: fromHex('610301'), total: 5 }
    const file = await readFile(chip.channel, { name: 'DG1', shortId: 1, id: 0x0101 }, { value: 223 }, reading)
    assert.equal(toHex(file ?? new Uint8Array(0)), '6103010405')
  })
})
