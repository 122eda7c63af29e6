folder="$SCRATCH/Mein Träumer 日本 😀"
mkdir "$folder" && cp domains/troll.test.htn "$folder/" && cp domains/troll.htn "$folder/troll.htn" && cd "$folder" || exit
sed 's/troll.htn/Тролль (2).htn/' troll.test.htn > 'é è.test.htn'; mv troll.htn 'Тролль (2).htn'
htn test 'é è.test.htn' | tail -n 2
htn compile 'Тролль (2).htn' -o 'Тролль & Söhne.htnb' --depfile 'abhängig.d' && htn plan 'Тролль & Söhne.htnb' && cat 'abhängig.d'
htn plan 'Тролль (2).htn' --set SeesEnemy=true --root 'BeTroll'
htn check 'gibt es nicht ü.htn'
echo 'World State [Hungrig : bool' > 'Fehler ß.htn'
htn check 'Fehler ß.htn'
