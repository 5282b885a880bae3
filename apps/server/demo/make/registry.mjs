import { delimited } from './delimited.mjs'

/** All columns of the registry's own file; most are of no use to anybody here. */
const columns =
  'barrels08,barrelsA08,charge120,charge240,city08,city08U,cityA08,cityA08U,cityCD,cityE,cityUF,co2,co2A,co2TailpipeAGpm,co2TailpipeGpm,comb08,comb08U,combA08,combA08U,combE,combinedCD,combinedUF,cylinders,displ,drive,engId,eng_dscr,feScore,fuelCost08,fuelCostA08,fuelType,fuelType1,ghgScore,ghgScoreA,highway08,highway08U,highwayA08,highwayA08U,highwayCD,highwayE,highwayUF,hlv,hpv,id,lv2,lv4,make,model,mpgData,phevBlended,pv2,pv4,range,rangeCity,rangeCityA,rangeHwy,rangeHwyA,trany,UCity,UCityA,UHighway,UHighwayA,VClass,year,youSaveSpend,baseModel,guzzler,trans_dscr,tCharger,sCharger,atvType,fuelType2,rangeA,evMotor,mfrCode,c240Dscr,charge240b,c240bDscr,createdOn,modifiedOn,startStop,phevCity,phevHwy,phevComb'.split(
    ',',
  )
const text =
  'drive,eng_dscr,fuelType,fuelType1,make,model,mpgData,phevBlended,trany,VClass,baseModel,guzzler,trans_dscr,tCharger,sCharger,atvType,fuelType2,rangeA,evMotor,mfrCode,c240Dscr,c240bDscr,createdOn,modifiedOn,startStop'.split(
    ',',
  )
const zeros = Object.fromEntries(columns.filter((column) => !text.includes(column)).map((column) => [column, 0]))
const months = [
  ['Tue Jan 01', 2013],
  ['Fri Mar 15', 2019],
  ['Mon Sep 02', 2024],
]

/** A fuel economy registry: 84 columns, a good third of them empty, cells with commas in quotes. */
export function registryFile(rnd) {
  const models = ['Aster', 'Bolt', 'Cirrus', 'Dune', 'Ember', 'Fable', 'Grove', 'Haven']
  const rows = Array.from({ length: 850 }, (_, index) => {
    const electric = rnd.chance(0.03)
    const city = electric ? rnd.int(80, 130) : rnd.int(9, 32)
    const [day, year] = rnd.pick(months)
    const model = rnd.pick(models)
    const cost = rnd.int(8, 60) * 50
    return {
      ...zeros,
      id: index + 1,
      make: rnd.pick(['Kestrel', 'Nordwind', 'Voltaic', 'Aurore', 'Harrow & Sons']),
      model: `${model} ${rnd.pick(['GT', 'LX', '2WD', '4WD', 'Wagon'])}`,
      baseModel: model,
      year: rnd.int(1985, 2025),
      VClass: rnd.pick(['Compact Cars', 'Two Seaters', 'Midsize Cars', 'Standard Pickup Trucks 2WD', 'Vans']),
      drive: rnd.pick(['Front-Wheel Drive', 'Rear-Wheel Drive', '4-Wheel or All-Wheel Drive']),
      trany: electric ? 'Automatic (A1)' : rnd.pick(['Manual 5-spd', 'Automatic 4-spd', 'Automatic (S8)']),
      cylinders: electric ? '' : rnd.chance(0.004) ? 'NA' : rnd.pick([3, 4, 6, 8]),
      displ: electric ? '' : rnd.int(10, 62) / 10,
      eng_dscr: rnd.pick(['', '(FFS)', '(FFS,TRBO)', 'SIDI']),
      fuelType: electric ? 'Electricity' : rnd.pick(['Regular', 'Premium', 'Diesel']),
      fuelType1: electric ? 'Electricity' : 'Regular Gasoline',
      city08: city,
      highway08: Math.round(city * (electric ? 0.9 : 1.3)),
      comb08: Math.round(city * (electric ? 0.95 : 1.12)),
      co2: electric ? 0 : -1,
      feScore: -1,
      ghgScore: -1,
      ghgScoreA: -1,
      fuelCost08: cost,
      youSaveSpend: (1900 - cost) * 5,
      mpgData: rnd.pick(['Y', 'N']),
      phevBlended: 'false',
      guzzler: rnd.chance(0.05) ? 'T' : '',
      startStop: rnd.pick(['', '', 'N', 'Y']),
      createdOn: `${day} 00:00:00 EST ${year}`,
      modifiedOn: `${day} 00:00:00 EST ${year}`,
    }
  })
  return { 'epa-vehicles.csv': delimited(columns, rows, { delimiter: ',', newline: '\r\n' }) }
}
