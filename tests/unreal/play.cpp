/* Plays the troll of docs/unreal.md: `play FOLDER`, with troll.htnb. The page's files are above this one in the same unit. */
#include <fstream>
#include <iterator>

static int Cases, Failures;

static void Check(bool bHolds, const char *Name)
{
    std::printf("%s %d - %s\n", bHolds ? "ok" : "not ok", ++Cases, Name);
    Failures += !bHolds;
    for (const std::string &Each : Said)
        if (!bHolds)
            std::printf("#   %s\n", Each.c_str());
}

static bool WasSaid(const std::string &Text)
{
    for (const std::string &Each : Said)
        if (Each.find(Text) != std::string::npos)
            return true;
    return false;
}

static std::vector<uint8> Read(const std::string &Path)
{
    std::ifstream File(Path, std::ios::binary);
    return std::vector<uint8>(std::istreambuf_iterator<char>(File), {});
}

template <typename T> static UObject *Make() { return new T; }
UClass *UHtnDomain::StaticClass()
{
    static UClass Class{Make<UHtnDomain>};
    return &Class;
}

static UHtnDomain *Import(UHtnDomainFactory &Factory, const std::vector<uint8> &Bytes)
{
    const uint8 *Begin = Bytes.data();
    return static_cast<UHtnDomain *>(Factory.FactoryCreateBinary(Factory.SupportedClass, nullptr, FName(TEXT("Troll")), RF_NoFlags, nullptr,
        TEXT("htnb"), Begin, Bytes.data() + Bytes.size(), nullptr));
}

int main(int, char **Arguments)
{
    const std::string Folder = Arguments[1];
    const std::vector<uint8> Bytes = Read(Folder + "/troll.htnb");
    UHtnDomainFactory Factory;
    UHtnDomain *Domain = Import(Factory, Bytes);
    Check(Domain && Domain->Get() && Said.empty(), "the importer makes an asset of a blob");
    std::vector<uint8> Damaged = Bytes;
    Damaged[Damaged.size() / 2] ^= 1;
    Check(!Import(Factory, Damaged) && WasSaid("Troll is not imported: "), "a damaged blob is refused with the reason");
    FString Problem;
    TArray<uint8> Nothing;
    Check(!Domain->SetBlob(Nothing, Problem) && Domain->Get() && Domain->Blob.Num() > 0, "a refused blob leaves the asset as it was");

    Said.clear();
    UTrollComponent Lost;
    Lost.BeginPlay();
    Lost.TickComponent(0.1f, LEVELTICK_All, nullptr);
    Check(WasSaid("does not plan: the component has no domain"), "a component without a domain says so, and does nothing");

    AActor Actor;
    UTrollComponent Troll;
    std::vector<std::string> Heard;
    FHtnStep Now;
    Troll.Owner = &Actor;
    Troll.Domain = Domain;
    Troll.bKeepJournal = true;
    Troll.OnStepStarted.Heard = [&](const FHtnStep &Step)
    {
        Now = Step;
        Heard.push_back(Narrow(*Step.Operator.ToString()) + "(" + Narrow(*Step.Names[0].ToString()) + ")");
    };
    Troll.OnStepAborted.Heard = [&](const FHtnStep &Step)
    {
        Heard.push_back("stop " + Narrow(*Step.Names[0].ToString()));
        Troll.FinishStep(Step.Id, false);
    };
    Said.clear();
    Troll.BeginPlay();
    Troll.TickComponent(0.016f, LEVELTICK_All, nullptr);
    Check(Heard == std::vector<std::string>{"Animate(Watch)"} && WasSaid("vlog: Watch starts"), "a step that nobody has bound is an event");
    Troll.SetProperty(FName(TEXT("SeesEnemy")), 1);
    Troll.SetProperty(FName(TEXT("TrunkHealth")), 1);
    for (int i = 0; i < 60; i++)
        Troll.TickComponent(1 / 60.0f, LEVELTICK_All, nullptr);
    Check(Heard == std::vector<std::string>{"Animate(Watch)", "stop Watch", "Animate(Slam)"} && Troll.Distance <= 0,
        "a better plan stops the step; the bound operator walks, frame by frame; then comes the next step");
    FVisualLogEntry Snapshot;
    Troll.DescribeSelfToVisLog(&Snapshot);
    Check(Snapshot.Status.Num() == 2 && Snapshot.Status[0].Data[0].second.Text == L"Slam" && Snapshot.Status[1].Data[0].second.Text == L"true",
        "the Visual Logger sees the step and the world");
    Troll.FinishStep(Now.Id, true);
    Troll.TickComponent(1 / 60.0f, LEVELTICK_All, nullptr);
    Check(Troll.GetProperty(FName(TEXT("TrunkHealth"))) == 0, "a step that has ended well has its effects");
    Said.clear();
    Troll.FinishStep(99, true);
    Troll.SetProperty(FName(TEXT("Nothing")), 1);
    Troll.SetProperty(FName(TEXT("TrunkHealth")), 9);
    Check(WasSaid("there is no step 99") && WasSaid("there is no property Nothing") && WasSaid("TrunkHealth cannot be 9"), "wrong use is said");
    Troll.EndPlay(EEndPlayReason::Destroyed);
    Troll.TickComponent(1, LEVELTICK_All, nullptr);
    Troll.FinishStep(1, true);
    Check(Troll.Agent() == nullptr && Troll.SaveJournal(FString(Widen((Folder + "/troll.htnj").c_str()).c_str())), "after play nothing is ticked");
    std::printf("1..%d\n", Cases);
    delete Domain;
    return Failures != 0;
}
