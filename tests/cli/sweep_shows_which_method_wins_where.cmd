htn sweep domains/weapon-choice.htn Distance=0..60 --set Arrows=0
htn sweep domains/weapon-choice.htn Health=0..100:20 Enemy --set Distance=25
htn sweep domains/weapon-choice.htn Enemy Mana=0,10,20 --by step
htn sweep domains/townsman.htn FightNear --set Afraid=true --task Survive
htn sweep domains/townsman.htn PlayerNear --task Survive --set GateOpen=false
htn sweep domains/townsman.htn GateOpen PlayerNear --by plan
htn sweep domains/weapon-choice.htn Mana
